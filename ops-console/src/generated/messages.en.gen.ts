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
    active: 'Active',
    admin: 'Admin',
    banned: 'Banned',
    deleted: 'Deleted',
    erased: 'Erased',
    finance: 'Finance',
    moderator: 'Moderator',
    not_confirmed: 'Not confirmed',
    support: 'Support',
  },
};
