// Generated from modules/accounts/ops.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NullableBooleanInput,
  NumberField,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField, YesNoField } from '@/kit/fields';
import { MaskedField } from '@/kit/masked-field';
import { ResourceList, ResourceShow } from '@/kit/pages';

const STATUS = ['not_confirmed', 'active', 'deleted', 'erased', 'banned'] as const;

const LANGUAGE = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

export interface AccountsMembers {
  id: string;
  name: string;
  status: (typeof STATUS)[number];
  site_id: string;
  email: string | null;
  is_fictional: boolean;
  is_paid: boolean;
  signup_at: string;
  confirmed_at: string | null;
  deleted_at: string | null;
  age: number;
  date_of_birth: string;
  language: (typeof LANGUAGE)[number];
  seen_at: string | null;
  open_logins: number;
  source_network: string;
  source_ref: string;
  sub1: string;
  sub2: string;
  sub3: string;
  signup_message: string;
}

const Column = DataTable.Col<AccountsMembers>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <TextInput key="email" source="email" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="status" source="status" choices={choicesOf(STATUS)} />,
  <NullableBooleanInput key="is_paid" source="is_paid" />,
  <NullableBooleanInput key="is_fictional" source="is_fictional" />,
  <DateInput key="signup_at_from" source="signup_at_from" />,
  <DateInput key="signup_at_to" source="signup_at_to" />,
];

const ShowActions = () => (
  <>
    <ActionButton action="end-sessions" permission="accounts.members.end-sessions" danger>
      <TextInput
        source="reason"
        label="resources.accounts.members.actions.end-sessions.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
    <ActionButton
      action="send-activation"
      permission="accounts.members.send-links"
      when={{ source: 'status', values: ['not_confirmed'] }}
    >
      <TextInput
        source="reason"
        label="resources.accounts.members.actions.send-activation.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
    <ActionButton
      action="send-reset"
      permission="accounts.members.send-links"
      when={{ source: 'status', values: ['not_confirmed', 'active', 'deleted'] }}
    >
      <TextInput
        source="reason"
        label="resources.accounts.members.actions.send-reset.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
  </>
);

const related = [
  { reference: 'profiles.profiles', target: 'member_id', sort: { field: 'id', order: 'ASC' } },
  { reference: 'profiles.photos', target: 'member_id', sort: { field: 'created_at', order: 'DESC' } },
  { reference: 'social.likes', target: 'from_id', sort: { field: 'created_at', order: 'DESC' } },
  { reference: 'social.likes', target: 'to_id', sort: { field: 'created_at', order: 'DESC' } },
  { reference: 'billing.orders', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.payments', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.refunds', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.chargebacks', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.balances', target: 'owner_id', sort: { field: 'id', order: 'ASC' }, amongFacts: true },
  { reference: 'billing.ledger', target: 'owner_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.discounts', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.redemptions', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.mandates', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'billing.debit-mandates', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'messaging.conversations', target: 'a_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'messaging.conversations', target: 'b_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'moderation.review', target: 'member_id', sort: { field: 'due_at', order: 'ASC' } },
  { reference: 'moderation.opened', target: 'member_id', sort: { field: 'opened_at', order: 'DESC' } },
  { reference: 'moderation.decisions', target: 'member_id', sort: { field: 'created_at', order: 'DESC' } },
  { reference: 'moderation.bans', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'moderation.appeals', target: 'member_id', sort: { field: 'due_at', order: 'ASC' } },
  { reference: 'moderation.complaints', target: 'member_id', sort: { field: 'due_at', order: 'ASC' } },
  { reference: 'moderation.reports', target: 'reported_id', sort: { field: 'due_at', order: 'ASC' } },
  { reference: 'moderation.reports', target: 'reporter_id', sort: { field: 'due_at', order: 'ASC' } },
  { reference: 'moderation.accesses', target: 'one_id', sort: { field: 'at', order: 'DESC' } },
  { reference: 'moderation.accesses', target: 'other_id', sort: { field: 'at', order: 'DESC' } },
  { reference: 'notifications.stopped', target: 'member_id', sort: { field: 'id', order: 'ASC' }, amongFacts: true },
  { reference: 'notifications.mails', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
  { reference: 'notifications.push-subscriptions', target: 'member_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const AccountsMembersColumns = () => (
  <>
    <Column source="name" disableSort />
    <Column source="status" disableSort>
      <BadgeField source="status" />
    </Column>
    <Column source="site_id" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="email" className="wide" disableSort>
      <MaskedField source="email" />
    </Column>
    <Column source="is_fictional" className="wide" disableSort>
      <YesNoField source="is_fictional" />
    </Column>
    <Column source="is_paid" className="wide" disableSort>
      <YesNoField source="is_paid" />
    </Column>
    <Column source="signup_at" className="wide">
      <InstantField source="signup_at" />
    </Column>
  </>
);

export const AccountsMembersList = () => (
  <ResourceList filters={filters} sort={{ field: 'signup_at', order: 'DESC' }}>
    <AccountsMembersColumns />
  </ResourceList>
);

export const AccountsMembersShow = () => (
  <ResourceShow title="name" reveal="accounts.members.reveal" actions={<ShowActions />} related={related}>
    <TextField source="name" />
    <BadgeField source="status" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <MaskedField source="email" />
    <YesNoField source="is_fictional" />
    <YesNoField source="is_paid" />
    <InstantField source="signup_at" />
    <InstantField source="confirmed_at" />
    <InstantField source="deleted_at" />
    <NumberField source="age" />
    <MaskedField source="date_of_birth" />
    <BadgeField source="language" />
    <InstantField source="seen_at" />
    <NumberField source="open_logins" />
    <TextField source="source_network" />
    <TextField source="source_ref" />
    <TextField source="sub1" />
    <TextField source="sub2" />
    <TextField source="sub3" />
    <MaskedField source="signup_message" />
  </ResourceShow>
);
