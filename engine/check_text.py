"""The short text on which a model's cache is tried: prose, talk, a list, code and other languages, as in chats."""

CHECK_TEXT = """\
The ferry left the harbour a little after six, when the fog had lifted far enough for the pilot to see the two lights at
the end of the mole. There were nine passengers on board, a horse, four crates of seed potatoes and the mail. Nobody
spoke much. The engine, which had been repaired twice in the same week, kept a steady beat that could be felt through
the planks, and every few minutes the mate went below to lay his hand on the bearing, as one feels a child's forehead.

"How warm is it?" the captain asked when he came up for the third time.

"Warmer than at breakfast. It will hold if we do not hurry."

"Then we shall not hurry. Tell the lady with the horse that we land at nine, and not at eight as it says on her ticket."

He wrote both times into the log, the promised one and the true one, because he had learned that people forgive a delay
of which they are told, and that nobody forgives a delay of which they must ask. Then he ordered the course to be set
three degrees further north, so that the current, which runs strongest off the cape at half tide, would carry them past
the sandbank instead of onto it.

User: I have 3 boxes with 12 eggs each and I use 5 eggs for a cake. How many are left, and for how many more cakes?
Assistant: Three boxes hold 3 x 12 = 36 eggs. After one cake there are 36 - 5 = 31 left. 31 / 5 = 6.2, so they are
enough for six more cakes, and one egg remains.
User: And if two of the boxes fall down the stairs?
Assistant: Then at most 12 eggs are whole. That is two cakes, with two eggs to spare, and a long time with a mop.

Before you go on a journey by bicycle, look after these things:
1. Air the tyres until the rim no longer touches the ground when you sit down.
2. Oil the chain, wait ten minutes, and wipe off what drips.
3. Pull both brakes; neither lever may reach the handlebar.
4. Pack a spare tube, a pump, two levers, a lamp, and something to eat that survives the heat.
5. Tell somebody where you are going.

def moving_average(samples, width):
    \"\"\"Mean of the last `width` samples at each place; fewer at the start.\"\"\"
    total, window, means = 0.0, [], []
    for sample in samples:
        window.append(sample)
        total += sample
        if len(window) > width:
            total -= window.pop(0)
        means.append(total / len(window))
    return means

for name, values in {"north": [3, 5, 8, 2], "south": [1, 1, 4]}.items():
    print(f"{name}: {moving_average(values, 2)}")

Am Abend wurde es still im Dorf. Nur der Schmied arbeitete noch, und wer vorbeiging, sah den Schein des Feuers an der
Wand gegenüber. Le lendemain, la neige avait fondu et les enfants couraient déjà vers la rivière. Nadie sabía por qué
el reloj de la torre se había parado a las cuatro y diez. На столе лежали письмо и два яблока.
図書館は午後九時に閉まります。

The committee met again in March. Of the 214 letters that had arrived, 131 were in favour of the new bridge, 60 against
it, and the rest asked who was going to pay. The treasurer explained that the toll would be kept for eleven years at
most, or until the loan was paid back, whichever came first; after that the bridge would belong to both parishes in
equal shares. A member wished to know what would happen if one parish did not want its share. There was laughter, but
the question was written down, and in the end it was the only one that the lawyers found hard to answer.
"""
