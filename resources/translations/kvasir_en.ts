<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>Kvasir</name>
        <message numerus="yes">
            <source>A message can have %n attachments; the others are left out.</source>
            <translation>
                <numerusform>A message can have %n attachment; the others are left out.</numerusform>
                <numerusform>A message can have %n attachments; the others are left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n pictures</source>
            <translation>
                <numerusform>a picture</numerusform>
                <numerusform>%n pictures</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of its characters are broken and shown as �.</source>
            <translation>
                <numerusform>%n of its characters is broken and shown as �.</numerusform>
                <numerusform>%n of its characters are broken and shown as �.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The table has %n lines; a model rarely keeps track of so many.</source>
            <translation>
                <numerusform>The table has %n line; a model rarely keeps track of so many.</numerusform>
                <numerusform>The table has %n lines; a model rarely keeps track of so many.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens</source>
            <translation>
                <numerusform>%n token</numerusform>
                <numerusform>%n tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens of {model}</source>
            <translation>
                <numerusform>%n token of {model}</numerusform>
                <numerusform>%n tokens of {model}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source> (%n tokens)</source>
            <translation>
                <numerusform> (%n token)</numerusform>
                <numerusform> (%n tokens)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>That model still has %n tokens of this chat, and reads only what came since.</source>
            <translation>
                <numerusform>That model still has %n token of this chat, and reads only what came since.</numerusform>
                <numerusform>That model still has %n tokens of this chat, and reads only what came since.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source> (about %n tokens)</source>
            <translation>
                <numerusform> (about %n token)</numerusform>
                <numerusform> (about %n tokens)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The model's context was full: of this conversation it no longer sees %n messages.</source>
            <translation>
                <numerusform>The model's context was full: of this conversation it no longer sees %n message.</numerusform>
                <numerusform>The model's context was full: of this conversation it no longer sees %n messages.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n parts of type {type}</source>
            <translation>
                <numerusform>%n part of type {type}</numerusform>
                <numerusform>%n parts of type {type}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n turns of {role}</source>
            <translation>
                <numerusform>%n turn of {role}</numerusform>
                <numerusform>%n turns of {role}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n images</source>
            <translation>
                <numerusform>%n image</numerusform>
                <numerusform>%n images</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n videos</source>
            <translation>
                <numerusform>%n video</numerusform>
                <numerusform>%n videos</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n recordings</source>
            <translation>
                <numerusform>%n recording</numerusform>
                <numerusform>%n recordings</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n attached files</source>
            <translation>
                <numerusform>%n attached file</numerusform>
                <numerusform>%n attached files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tool results</source>
            <translation>
                <numerusform>%n tool result</numerusform>
                <numerusform>%n tool results</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tool calls</source>
            <translation>
                <numerusform>%n tool call</numerusform>
                <numerusform>%n tool calls</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n later system turns</source>
            <translation>
                <numerusform>%n later system turn</numerusform>
                <numerusform>%n later system turns</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entries are no conversations that Kvasir knows.</source>
            <translation>
                <numerusform>%n entry is no conversation that Kvasir knows.</numerusform>
                <numerusform>%n entries are no conversations that Kvasir knows.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n conversations came in</source>
            <translation>
                <numerusform>%n conversation came in</numerusform>
                <numerusform>%n conversations came in</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n were known already</source>
            <translation>
                <numerusform>%n was known already</numerusform>
                <numerusform>%n were known already</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n not wholly</source>
            <translation>
                <numerusform>%n not wholly</numerusform>
                <numerusform>%n not wholly</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n could not be read</source>
            <translation>
                <numerusform>%n could not be read</numerusform>
                <numerusform>%n could not be read</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n conversations written to {path}.</source>
            <translation>
                <numerusform>%n conversation written to {path}.</numerusform>
                <numerusform>%n conversations written to {path}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n chats were deleted.</source>
            <translation>
                <numerusform>%n chat was deleted.</numerusform>
                <numerusform>%n chats were deleted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{listens}, %n requests running</source>
            <translation>
                <numerusform>{listens}, %n request running</numerusform>
                <numerusform>{listens}, %n requests running</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n conversations</source>
            <translation>
                <numerusform>%n conversation</numerusform>
                <numerusform>%n conversations</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages</source>
            <translation>
                <numerusform>%n message</numerusform>
                <numerusform>%n messages</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>“{name}”: %n characters.</source>
            <translation>
                <numerusform>“{name}”: %n character.</numerusform>
                <numerusform>“{name}”: %n characters.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The ids of %n conversations begin with “{beginning}”. Give more of the one meant.</source>
            <translation>
                <numerusform>The ids of %n conversation begin with “{beginning}”. Give more of the one meant.</numerusform>
                <numerusform>The ids of %n conversations begin with “{beginning}”. Give more of the one meant.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n messages were deleted.</source>
            <translation>
                <numerusform>%n message was deleted.</numerusform>
                <numerusform>%n messages were deleted.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reused tokens came back from disk or RAM ({size})</source>
            <translation>
                <numerusform>%n reused token came back from disk or RAM ({size})</numerusform>
                <numerusform>%n reused tokens came back from disk or RAM ({size})</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Writing · %n tokens · {rate} tok/s</source>
            <translation>
                <numerusform>Writing · %n token · {rate} tok/s</numerusform>
                <numerusform>Writing · %n tokens · {rate} tok/s</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Reading the prompt · {done} of %n tokens</source>
            <translation>
                <numerusform>Reading the prompt · {done} of %n token</numerusform>
                <numerusform>Reading the prompt · {done} of %n tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n characters</source>
            <translation>
                <numerusform>%n character</numerusform>
                <numerusform>%n characters</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n shared</source>
            <translation>
                <numerusform>%n shared</numerusform>
                <numerusform>%n shared</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n blocks in {format}</source>
            <translation>
                <numerusform>%n block in {format}</numerusform>
                <numerusform>%n blocks in {format}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n of them shared with other chats</source>
            <translation>
                <numerusform>%n of them shared with other chats</numerusform>
                <numerusform>%n of them shared with other chats</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n tokens, {size}</source>
            <translation>
                <numerusform>%n token, {size}</numerusform>
                <numerusform>%n tokens, {size}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n chats</source>
            <translation>
                <numerusform>%n chat</numerusform>
                <numerusform>%n chats</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n chats?</source>
            <translation>
                <numerusform>Delete %n chat?</numerusform>
                <numerusform>Delete %n chats?</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n chats for good?</source>
            <translation>
                <numerusform>Delete %n chat for good?</numerusform>
                <numerusform>Delete %n chats for good?</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Empty the trash, with %n chats?</source>
            <translation>
                <numerusform>Empty the trash, with %n chat?</numerusform>
                <numerusform>Empty the trash, with %n chats?</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{name}, group of %n chats, open</source>
            <translation>
                <numerusform>{name}, group of %n chat, open</numerusform>
                <numerusform>{name}, group of %n chats, open</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{name}, group of %n chats, closed</source>
            <translation>
                <numerusform>{name}, group of %n chat, closed</numerusform>
                <numerusform>{name}, group of %n chats, closed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>With this message the chat fills {percent}% of the model's context, which has room for %n tokens.</source>
            <translation>
                <numerusform>With this message the chat fills {percent}% of the model's context, which has room for %n token.</numerusform>
                <numerusform>With this message the chat fills {percent}% of the model's context, which has room for %n tokens.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n conversations written</source>
            <translation>
                <numerusform>%n conversation written</numerusform>
                <numerusform>%n conversations written</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n known already</source>
            <translation>
                <numerusform>%n known already</numerusform>
                <numerusform>%n known already</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>… and %n more</source>
            <translation>
                <numerusform>… and %n more</numerusform>
                <numerusform>… and %n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The %n chats that are selected</source>
            <translation>
                <numerusform>The %n chat that is selected</numerusform>
                <numerusform>The %n chats that are selected</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All chats, with the archived ones (%n)</source>
            <translation>
                <numerusform>All chats, with the archived ones (%n)</numerusform>
                <numerusform>All chats, with the archived ones (%n)</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n bytes</source>
            <translation>
                <numerusform>%n byte</numerusform>
                <numerusform>%n bytes</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Over all %n layers, one token takes {exact} exactly and {packed} in the format {format}.</source>
            <translation>
                <numerusform>Over %n layer, one token takes {exact} exactly and {packed} in the format {format}.</numerusform>
                <numerusform>Over all %n layers, one token takes {exact} exactly and {packed} in the format {format}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n lines</source>
            <translation>
                <numerusform>%n line</numerusform>
                <numerusform>%n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Context: %n tokens</source>
            <translation>
                <numerusform>Context: %n token</numerusform>
                <numerusform>Context: %n tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{size}, safetensors, %n files</source>
            <translation>
                <numerusform>{size}, safetensors, %n file</numerusform>
                <numerusform>{size}, safetensors, %n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{size}, GGUF, %n files</source>
            <translation>
                <numerusform>{size}, GGUF, %n file</numerusform>
                <numerusform>{size}, GGUF, %n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>context of %n tokens</source>
            <translation>
                <numerusform>context of %n token</numerusform>
                <numerusform>context of %n tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n other files in the folder stay.</source>
            <translation>
                <numerusform>%n other file in the folder stays.</numerusform>
                <numerusform>%n other files in the folder stay.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n chats used it and keep their text: {titles}.</source>
            <translation>
                <numerusform>%n chat used it and keeps its text: {titles}.</numerusform>
                <numerusform>%n chats used it and keep their text: {titles}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{names} and %n more</source>
            <translation>
                <numerusform>{names} and %n more</numerusform>
                <numerusform>{names} and %n more</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers with latents of {size} numbers</source>
            <translation>
                <numerusform>%n layer with latents of {size} numbers</numerusform>
                <numerusform>%n layers with latents of {size} numbers</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers that see the last {window} tokens</source>
            <translation>
                <numerusform>%n layer that sees the last {window} tokens</numerusform>
                <numerusform>%n layers that see the last {window} tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n KV heads</source>
            <translation>
                <numerusform>%n KV head</numerusform>
                <numerusform>%n KV heads</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers that see everything, with {heads}</source>
            <translation>
                <numerusform>%n layer that sees everything, with {heads}</numerusform>
                <numerusform>%n layers that see everything, with {heads}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n layers with a state of their own</source>
            <translation>
                <numerusform>%n layer with a state of its own</numerusform>
                <numerusform>%n layers with a state of their own</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>context up to %n tokens</source>
            <translation>
                <numerusform>context up to %n token</numerusform>
                <numerusform>context up to %n tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>It will be slow: of %n conversations of this length not all fit at a time. Some are parked, and brought back when they go on.</source>
            <translation>
                <numerusform>It will be slow: %n conversation of this length does not fit as a whole. Part of it is parked, and brought back when it goes on.</numerusform>
                <numerusform>It will be slow: of %n conversations of this length not all fit at a time. Some are parked, and brought back when they go on.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Up to %n tokens of context fit here.</source>
            <translation>
                <numerusform>Up to %n token of context fits here.</numerusform>
                <numerusform>Up to %n tokens of context fit here.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Memory for a chat of %n tokens:</source>
            <translation>
                <numerusform>Memory for a chat of %n token:</numerusform>
                <numerusform>Memory for a chat of %n tokens:</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{used} of %n tokens</source>
            <translation>
                <numerusform>{used} of %n token</numerusform>
                <numerusform>{used} of %n tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>It answers and offers %n models: {names}</source>
            <translation>
                <numerusform>It answers and offers %n model: {names}</numerusform>
                <numerusform>It answers and offers %n models: {names}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n blocks</source>
            <translation>
                <numerusform>%n block</numerusform>
                <numerusform>%n blocks</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n tokens</source>
            <translation>
                <numerusform>about %n token</numerusform>
                <numerusform>about %n tokens</numerusform>
            </translation>
        </message>
    </context>
</TS>
