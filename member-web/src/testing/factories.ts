import type { Boot } from '@/api/boot';
import type { Card, Schemas, Settings, User } from '@/api/types';

/** A site as the server describes it. */
export function aSettings(changes: Partial<Settings> = {}): Settings {
  return {
    name: 'Hearthside',
    index_title: 'Come in. Take your time.',
    description: 'Meet, write and laugh again.',
    domain: 'hearthside.localhost',
    domain_language: 'en',
    languages: ['en', 'nl', 'de'],
    cdn_prefix: '',
    niche: 1,
    countries: ['NL', 'BE', 'DE'],
    visible_profile_fields: [],
    visible_profile_notes: [],
    search_fields: ['gender', 'country', 'region', 'min_age', 'max_age'],
    geoip_country: 'NL',
    geoip_selected_country: null,
    enable_site_entry_popup: false,
    site_entry_countries: ['NL', 'DE'],
    push_key: null,
    message_credits: 5,
    reply_credits: 5,
    photo_credits: 5,
    gift_credits: 15,
    signup_credits: 10,
    message_length: 1000,
    minimum_message_costs: [{ country: 'NL', costs: 70, currency: 'EUR' }],
    support_email: 'help@example.org',
    support_phone: '+31 30 000 0000',
    fictional_icon: 'drama',
    fictional_warning: 'This profile is written by our team. You cannot meet this person.',
    fictional_singular: 'Fictional profile',
    fictional_plural: 'Fictional profiles',
    fictional_enabled: true,
    refund_days: 14,
    signups: 'all',
    logged_out_search: true,
    logged_out_search_trafficsource: true,
    member_resell: false,
    company_id: 1,
    min_age: 18,
    timezone: 'Europe/Amsterdam',
    server_now: '2026-11-20T12:00:00Z',
    company: {
      name: 'Example Company B.V.',
      address: 'Examplestraat 1, 1000 AA',
      kvk: '00000000',
      city: 'Utrecht',
      country: 'NL',
      tradenames: [],
      vat_numbers: ['NL000000000B00'],
      support_phone: '+31 30 000 0000',
      delete_discount: 0,
      added: '2020-01-01',
    },
    ...changes,
  };
}

/** A confirmed free member with nothing waiting. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    id: '0b8f2f2a-0000-4000-8000-000000000001',
    status: 'active',
    email: 'ruth@example.org',
    name: 'Ruth',
    must_choose_name: false,
    credits: 20,
    paid_user: false,
    signup_date: '2026-11-01T10:00:00Z',
    trafficsource: null,
    fictional_icon: '',
    language: 'en',
    notifications_disabled: [],
    profile: {
      name: 'Ruth',
      country: 'NL',
      status: 'active',
      main_image: null,
      completed_steps: [],
      completeness: 60,
      seeking_genders: [],
      seeking_min_age: null,
      seeking_max_age: null,
    },
    unread_messages: 0,
    new_likes: 0,
    auto_like_due: false,
    message_cost: { credits: 5, money: { minor: 70, currency: 'EUR' } },
    ...changes,
  };
}

// Nobody has the id of aUser().
let cards = 100;

/** Somebody in a list of people. */
export function aCard(changes: Partial<Card> = {}): Card {
  cards += 1;
  return {
    id: `0b8f2f2a-0000-4000-8000-${String(cards).padStart(12, '0')}`,
    kind: 'member',
    fictional_label: null,
    name: 'Henk',
    age: 65,
    city: 'Zwolle',
    region: 'Overijssel',
    country: 'NL',
    is_online: false,
    is_new: false,
    photo: null,
    liked: false,
    ...changes,
  };
}

/** A whole profile as another member sees it. */
export function aProfile(changes: Partial<Schemas['MemberProfileOut']> = {}): Schemas['MemberProfileOut'] {
  return {
    ...aCard(),
    headline: '',
    about: '',
    facts: [],
    interests: [],
    photos: [],
    locked_count: 0,
    last_active: 'today',
    is_match: false,
    has_liked_me: false,
    fictional_warning: null,
    ...changes,
  };
}

let messages = 0;

/** A message that the other side wrote and the member has read. */
export function aMessage(changes: Partial<Schemas['MessageOut']> = {}): Schemas['MessageOut'] {
  messages += 1;
  return {
    id: `0b8f2f2a-0000-4000-9000-${String(messages).padStart(12, '0')}`,
    seq: messages,
    is_mine: false,
    kind: 'text',
    gift: null,
    photo: null,
    hints: [],
    body: 'Did the concert go well?',
    sent_at: '2026-11-20T09:12:00Z',
    is_read: true,
    sender_kind: 'member',
    refunded: false,
    ...changes,
  };
}

/** The only page of a list of likes; the other lists are empty unless `totals` says otherwise. */
export function aLikesPage(
  profiles: Schemas['LikedCardOut'][] = [],
  totals: Partial<Schemas['LikeTotalsOut']> = {},
): Schemas['LikesOut'] {
  return {
    profiles,
    totals: { received: profiles.length, sent: 0, matches: 0, ...totals },
    page: 1,
    pages: 1,
    new_likes: 0,
  };
}

/** A gift that can be sent. */
export function aGift(changes: Partial<Schemas['GiftOfferOut']> = {}): Schemas['GiftOfferOut'] {
  return {
    key: 'rose',
    name: 'A rose',
    image: '/api/v1/gifts/rose.svg',
    price: { credits: 15, money: { minor: 300, currency: 'EUR' } },
    ...changes,
  };
}

/** A line of the chat list with nothing unread. */
export function aChat(changes: Partial<Schemas['ChatOut']> = {}): Schemas['ChatOut'] {
  const { seq, kind, body: excerpt, is_mine, sent_at } = aMessage();
  return {
    id: crypto.randomUUID(),
    profile: aCard(),
    num_unread_messages: 0,
    last_message: { seq, kind, excerpt, is_mine, sent_at },
    last_at: sent_at,
    ...changes,
  };
}

/** The facts that the server writes into a page. */
export function aBoot(changes: Partial<Boot> = {}): Boot {
  return { settings: aSettings(), user: null, language: 'en', ...changes };
}
