import { accountTexts } from '@/pages/account/texts';
import { complaintsTexts } from '@/pages/complaints/texts';
import { fictionTexts } from '@/pages/fiction/texts';
import { overviewTexts } from '@/pages/overview/texts';
import { refundsTexts } from '@/pages/refunds/texts';
import { reviewTexts } from '@/pages/review/texts';

/** The texts of the console that are not generated from declarations. */
export const opsMessages = {
  ops: {
    name: 'ops',
    sections: 'Sections',
    loading: 'Loading…',
    unreachable: 'The server did not respond. Please try again.',
    signed_out: 'Your session has ended. Please sign in again.',
    yes: 'Yes',
    no: 'No',
    picture: 'Picture',
    no_id: 'Please enter the full ID of the record.',
    done: '%{action}: done.',
    cancel: 'Cancel',
    export: 'Export',
    facts: 'Facts',
    keys: 'Keyboard shortcuts',
    retry: 'Try again',
    nothing: 'Nothing here.',
    no_match: 'No results match these filters.',
    clear_filters: 'Clear filters',
    no_record: 'This record was not found. It may have been removed, or the address is incomplete.',
    save: 'Save',
    actors: {
      staff: 'Staff',
      member: 'Member',
      house: 'Automatic',
      provider: 'Payment provider',
      bank: 'Bank',
      cli: 'Command line',
    },
    nowhere: {
      title: 'Page not found',
      text: 'There is no page at this address. It may have moved, or the address is incomplete.',
      back: 'Go to the start page',
    },
    beyond: 'There are more results. Search to narrow them down.',
    menu: 'Menu',
    waiting: '%{title}, %{number} waiting',
    find: {
      title: 'Search and commands',
      help: 'Find a page, a command, or a record by e-mail address, number, code, name or ID.',
      desks: 'Desks',
      here: 'On this page',
      begin: 'Create',
      lists: 'Lists',
      records: 'Records',
      all: 'All %{number} results',
      asking: 'Searching…',
      nothing: 'No results.',
      failed: 'Could not search: %{lists}.',
    },
    groups: {
      desks: 'Desks',
      cases: 'Cases',
      people: 'People',
      money: 'Money',
      sites: 'Sites',
      engine: 'System',
      staff: 'Staff',
    },
    confirmation: {
      title: 'Confirm your identity',
      text: 'Payments and exports need your password and a new code. The confirmation is valid for ten minutes.',
      submit: 'Confirm',
    },
    sign_in: {
      title: 'Sign in',
      email: 'E-mail',
      password: 'Password',
      code: 'Code from your app',
      code_help: 'Six digits, valid once. A recovery code works too.',
      submit: 'Sign in',
      recovered:
        'You used a recovery code. You have one left. |||| You used a recovery code. You have %{smart_count} left.',
      forgotten: 'If you forgot your password or lost your phone, ask an admin to restore your access.',
    },
    photo: { most: 'JPEG, PNG, WebP or HEIC, 8 MB at most.', too_large: 'This photo is larger than 8 MB.' },
    sign_out: 'Sign out',
    reveal: {
      button: 'Reveal',
      title: 'Reveal this value?',
      text: 'Your name, the time and your reason are recorded in the access log.',
      reason: 'Reason',
    },
  },
  pages: {
    account: accountTexts,
    complaints: complaintsTexts,
    fiction: fictionTexts,
    overview: overviewTexts,
    refunds: refundsTexts,
    review: reviewTexts,
  },
};
