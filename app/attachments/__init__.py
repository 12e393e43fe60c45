"""Files that go with a message: read into `Attachment` values whose text the model reads. No Qt."""

from __future__ import annotations

from app.attachments.errors import AttachmentError as AttachmentError
from app.attachments.errors import ReadingStoppedError as ReadingStoppedError
from app.attachments.limits import MAX_CHARS as MAX_CHARS
from app.attachments.paste import PASTE_CHARS as PASTE_CHARS
from app.attachments.paste import is_long_paste as is_long_paste
from app.attachments.paste import paste_attachment as paste_attachment
from app.attachments.prompt_text import kind_name as kind_name
from app.attachments.prompt_text import with_attachments as with_attachments
from app.attachments.reader import read_attachment as read_attachment
