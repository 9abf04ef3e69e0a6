"""What the social module offers to others; every function works in the caller's transaction."""

from modules.social.queries import are_blocked as are_blocked
from modules.social.queries import blocked as blocked
from modules.social.queries import blocked_for as blocked_for
from modules.social.queries import blocks_held_off as blocks_held_off
from modules.social.queries import count_new_likes as count_new_likes
from modules.social.queries import find_waiting_likes as find_waiting_likes
from modules.social.queries import get_relation as get_relation
from modules.social.queries import hold_off_blocks as hold_off_blocks
from modules.social.queries import is_listed as is_listed
from modules.social.queries import is_match as is_match
from modules.social.queries import liked_ids as liked_ids
from modules.social.queries import list_blocked_ids as list_blocked_ids
from modules.social.queries import undecided as undecided
from modules.social.schemas import SwipeQuotaOut as SwipeQuotaOut
from modules.social.service.icebreakers import add_icebreaker as add_icebreaker
from modules.social.service.icebreakers import list_icebreakers as list_icebreakers
from modules.social.service.icebreakers import remove_icebreaker as remove_icebreaker
from modules.social.service.interactions import block_member as block_member
from modules.social.service.interactions import get_present_card as get_present_card
from modules.social.service.interactions import get_swipe_quota as get_swipe_quota
from modules.social.service.interactions import give_auto_like as give_auto_like
from modules.social.service.interactions import list_cards as list_cards
from modules.social.service.interactions import list_listed_cards as list_listed_cards
from modules.social.service.interactions import may_auto_like as may_auto_like
from modules.social.service.visits import note_visit as note_visit
