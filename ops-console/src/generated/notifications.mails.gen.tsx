// Generated from modules/notifications/ops.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  NumberField,
  ReferenceField,
  ReferenceInput,
  SelectInput,
} from 'react-admin';
import { choicesOf } from '@/kit/choices';
import { BadgeField, InstantField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const TYPE = [
  'activate',
  'reset-password',
  'password-changed',
  'already-member',
  'email-change',
  'email-change-notice',
  'welcome',
  'new-device',
  'login-blocked',
  'account-deleted',
  'reactivated',
  'export-ready',
  'new-message',
  'new-like',
  'new-match',
  'digest',
  'order-paid',
  'payment-failed',
  'refund-asked',
  'refund-arrived',
  'refund-failed',
  'refund-refused',
  'chargeback',
  'discount',
  'apology',
  'reload-started',
  'reload-bought',
  'reload-paused',
  'reload-ended',
  'direct-debit-notice',
  'direct-debit-blocked',
  'complaint-received',
  'complaint-answered',
  'complaint-closed',
  'complaint-question',
  'complaint-opened',
  'complaint-reply-lost',
  'report-received',
  'report-decided',
  'report-reviewed',
  'decision-made',
  'member-banned',
  'appeal-decided',
  'decision-lifted',
  'fraud-notice',
  'fraud-notice-withdrawn',
] as const;

const STATE = ['queued', 'sent', 'dropped'] as const;

export interface NotificationsMails {
  id: string;
  created_at: string;
  type: (typeof TYPE)[number];
  state: (typeof STATE)[number];
  member_id: string | null;
  attempts: number;
  not_before: string | null;
  sent_at: string | null;
}

const Column = DataTable.Col<NotificationsMails>;

const filters = [
  <ReferenceInput key="member_id" source="member_id" alwaysOn reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <SelectInput key="state" source="state" alwaysOn choices={choicesOf(STATE)} />,
  <SelectInput key="type" source="type" alwaysOn choices={choicesOf(TYPE)} />,
  <DateInput key="created_at_from" source="created_at_from" />,
  <DateInput key="created_at_to" source="created_at_to" />,
];

export const NotificationsMailsName = () => (
  <>
    <BadgeField source="type" />
    <InstantField source="created_at" />
  </>
);

export const NotificationsMailsColumns = () => (
  <>
    <Column source="created_at" disableSort>
      <InstantField source="created_at" />
    </Column>
    <Column source="type" disableSort>
      <BadgeField source="type" />
    </Column>
    <Column source="state" disableSort>
      <BadgeField source="state" />
    </Column>
    <Column source="member_id" className="wide" disableSort>
      <ReferenceField source="member_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="attempts" className="wide" align="right" disableSort>
      <NumberField source="attempts" />
    </Column>
    <Column source="sent_at" className="wide" disableSort>
      <InstantField source="sent_at" />
    </Column>
  </>
);

export const NotificationsMailsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }}>
    <NotificationsMailsColumns />
  </ResourceList>
);

export const NotificationsMailsShow = () => (
  <ResourceShow title={NotificationsMailsName}>
    <InstantField source="created_at" />
    <BadgeField source="type" />
    <BadgeField source="state" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <NumberField source="attempts" />
    <InstantField source="not_before" />
    <InstantField source="sent_at" />
  </ResourceShow>
);
