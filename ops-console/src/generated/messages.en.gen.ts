// Generated from modules/*/ops.py by `hearth ops generate`. Do not edit.
export const generatedMessages = {
  resources: {
    sites: {
      sites: {
        name: 'Sites',
        fields: {
          name: 'Name',
          domain: 'Domain',
          key: 'Key',
          company: 'Company',
          domain_language: 'Language',
          min_age: 'Minimum age',
          refund_days: 'Refund days',
          fictional_enabled: 'Fictional profiles',
          created_at: 'Created',
        },
      },
    },
    accounts: {
      members: {
        name: 'Members',
        fields: {
          name: 'Name',
          status: 'Status',
          site_id: 'Site',
          email: 'E-mail',
          is_fictional: 'Fictional',
          is_paid: 'Paid',
          signup_at: 'Signed up',
          confirmed_at: 'Confirmed',
          deleted_at: 'Deleted',
          date_of_birth: 'Born',
          language: 'Language',
          signup_message: 'Signup message',
        },
      },
    },
    moderation: {
      complaints: {
        name: 'Complaints',
        fields: {
          number: 'Number',
          state: 'State',
          topic: 'About',
          site_id: 'Site',
          member_id: 'Member',
          due_at: 'Answer due',
          claimed_by: 'Taken on by',
          created_at: 'Received',
          closed_at: 'Closed',
          language: 'Language',
          history: 'What was said',
        },
        actions: {
          claim: {
            label: 'Take on',
          },
          answer: {
            label: 'Answer',
            fields: {
              text: 'What they will read',
            },
          },
          close: {
            label: 'Close',
            fields: {
              text: 'What they will read',
            },
          },
        },
      },
      reports: {
        name: 'Reports',
        fields: {
          number: 'Number',
          state: 'State',
          kind: 'About',
          reason: 'Reason',
          reported_id: 'Reported',
          site_id: 'Site',
          due_at: 'Decision due',
          claimed_by: 'Taken on by',
          reporter_id: 'Reported by',
          created_at: 'Received',
          words: 'In their words',
          evidence: 'As it was then',
          decided_at: 'Decided',
          outcome: 'Outcome',
          answer: 'What the reporter reads',
        },
        actions: {
          claim: {
            label: 'Take on',
          },
          decide: {
            label: 'Decide',
            fields: {
              outcome: 'Was a rule broken?',
              text: 'What the reporter will read',
            },
          },
        },
      },
      staff: {
        name: 'Staff',
        fields: {
          name: 'Name',
          roles: 'Roles',
          email: 'E-mail',
          created_at: 'Added',
          disabled_at: 'Disabled',
        },
        actions: {
          'set-roles': {
            label: 'Set roles',
            fields: {
              roles: 'Roles',
            },
          },
          disable: {
            label: 'Disable',
            confirm: 'This person is signed out at once and cannot sign in any more.',
            fields: {
              reason: 'Reason',
            },
          },
          enable: {
            label: 'Enable',
            confirm: 'This person can sign in again.',
          },
        },
      },
      audit: {
        name: 'Access log',
        fields: {
          at: 'When',
          staff_id: 'Who',
          action: 'Did',
          resource: 'To',
          reason: 'Reason',
          record_id: 'Record',
          request_id: 'Request',
        },
      },
    },
  },
  choices: {
    account: 'Account',
    active: 'Active',
    admin: 'Admin',
    answered: 'Answered',
    banned: 'Banned',
    closed: 'Closed',
    danger: 'Danger',
    decided: 'Decided',
    decision: 'Decision',
    deleted: 'Deleted',
    erased: 'Erased',
    fake: 'Fake',
    finance: 'Finance',
    insult: 'Insult',
    message: 'Message',
    minor: 'Minor',
    moderator: 'Moderator',
    money: 'Money',
    'not-upheld': 'Not upheld',
    not_confirmed: 'Not confirmed',
    open: 'Open',
    other: 'Other',
    payment: 'Payment',
    person: 'Person',
    photo: 'Photo',
    privacy: 'Privacy',
    profile: 'Profile',
    sexual: 'Sexual',
    support: 'Support',
    upheld: 'Upheld',
  },
};
