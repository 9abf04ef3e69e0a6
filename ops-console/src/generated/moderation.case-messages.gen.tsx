// Generated from modules/moderation/ops/messages.py by `hearth ops generate`. Do not edit.
import { AutocompleteInput, DataTable, ReferenceField, ReferenceInput, TextField } from 'react-admin';
import { InstantField, YesNoField } from '@/kit/fields';
import { MaskedField } from '@/kit/masked-field';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface ModerationCaseMessages {
  id: string;
  sent_at: string;
  sender_id: string;
  is_reported: boolean;
  report_id: string;
  kind: string;
  body: string;
}

const Column = DataTable.Col<ModerationCaseMessages>;

const filters = [
  <ReferenceInput key="report_id" source="report_id" alwaysOn reference="moderation.reports">
    <AutocompleteInput filterToQuery={(sought: string) => ({ number: sought })} />
  </ReferenceInput>,
];

export const ModerationCaseMessagesName = () => (
  <>
    <ReferenceField source="sender_id" reference="accounts.members" link={false} />
    <InstantField source="sent_at" />
  </>
);

export const ModerationCaseMessagesColumns = () => (
  <>
    <Column source="sent_at">
      <InstantField source="sent_at" />
    </Column>
    <Column source="sender_id" disableSort>
      <ReferenceField source="sender_id" reference="accounts.members" link="show" />
    </Column>
    <Column source="is_reported" disableSort>
      <YesNoField source="is_reported" />
    </Column>
    <Column source="report_id" className="wide" disableSort>
      <ReferenceField source="report_id" reference="moderation.reports" link="show" />
    </Column>
  </>
);

export const ModerationCaseMessagesList = () => (
  <ResourceList filters={filters} sort={{ field: 'sent_at', order: 'DESC' }}>
    <ModerationCaseMessagesColumns />
  </ResourceList>
);

export const ModerationCaseMessagesShow = () => (
  <ResourceShow title={ModerationCaseMessagesName} reveal="moderation.review.decide">
    <InstantField source="sent_at" />
    <ReferenceField source="sender_id" reference="accounts.members" link="show" />
    <YesNoField source="is_reported" />
    <ReferenceField source="report_id" reference="moderation.reports" link="show" />
    <TextField source="kind" />
    <MaskedField source="body" />
  </ResourceShow>
);
