import 'i18next';
import type account from './locales/en/account.json';
import type accountLife from './locales/en/account-life.json';
import type accountSettings from './locales/en/account-settings.json';
import type chats from './locales/en/chats.json';
import type common from './locales/en/common.json';
import type complaints from './locales/en/complaints.json';
import type creditSettings from './locales/en/credit-settings.json';
import type directDebit from './locales/en/direct-debit.json';
import type home from './locales/en/home.json';
import type icebreakers from './locales/en/icebreakers.json';
import type invitations from './locales/en/invitations.json';
import type landing from './locales/en/landing.json';
import type likeModal from './locales/en/like-modal.json';
import type likes from './locales/en/likes.json';
import type login from './locales/en/login.json';
import type matchFinder from './locales/en/match-finder.json';
import type matches from './locales/en/matches.json';
import type memberProfile from './locales/en/member-profile.json';
import type members from './locales/en/members.json';
import type orders from './locales/en/orders.json';
import type pages from './locales/en/pages.json';
import type pricing from './locales/en/pricing.json';
import type problems from './locales/en/problems.json';
import type profile from './locales/en/profile.json';
import type reports from './locales/en/reports.json';
import type shop from './locales/en/shop.json';
import type signup from './locales/en/signup.json';
import type swipe from './locales/en/swipe.json';
import type timeBonus from './locales/en/time-bonus.json';
import type tinderswipe from './locales/en/tinderswipe.json';
import type wallet from './locales/en/wallet.json';

/** Keys are typed from the English texts; a new namespace adds its line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      'account-life': typeof accountLife;
      'account-settings': typeof accountSettings;
      chats: typeof chats;
      common: typeof common;
      complaints: typeof complaints;
      'credit-settings': typeof creditSettings;
      'direct-debit': typeof directDebit;
      home: typeof home;
      icebreakers: typeof icebreakers;
      invitations: typeof invitations;
      landing: typeof landing;
      'like-modal': typeof likeModal;
      likes: typeof likes;
      login: typeof login;
      'match-finder': typeof matchFinder;
      matches: typeof matches;
      'member-profile': typeof memberProfile;
      members: typeof members;
      orders: typeof orders;
      pages: typeof pages;
      pricing: typeof pricing;
      problems: typeof problems;
      profile: typeof profile;
      reports: typeof reports;
      shop: typeof shop;
      signup: typeof signup;
      swipe: typeof swipe;
      'time-bonus': typeof timeBonus;
      tinderswipe: typeof tinderswipe;
      wallet: typeof wallet;
    };
  }
}
