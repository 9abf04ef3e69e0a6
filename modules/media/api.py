"""What the media module offers to other modules."""

from modules.media.policies import ensure_photo_acceptable as ensure_photo_acceptable
from modules.media.schemas import MediaIn as MediaIn
from modules.media.schemas import PhotoIn as PhotoIn
from modules.media.service.addresses import find_signed_file as find_signed_file
from modules.media.service.addresses import photo_urls as photo_urls
from modules.media.service.addresses import sign as sign
from modules.media.service.decoding import ensure_may_decode as ensure_may_decode
from modules.media.service.decoding import ensure_may_send_photo as ensure_may_send_photo
from modules.media.service.files import remove_cut as remove_cut
from modules.media.service.files import remove_earlier_cuts as remove_earlier_cuts
from modules.media.service.files import remove_files as remove_files
from modules.media.service.files import storage_key as storage_key
from modules.media.service.uploads import store_crop as store_crop
from modules.media.service.uploads import store_upload as store_upload
