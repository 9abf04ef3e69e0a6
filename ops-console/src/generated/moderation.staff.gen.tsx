// Generated from modules/moderation/ops/staff.py by `hearth ops generate`. Do not edit.
import {
  CheckboxGroupInput,
  DataTable,
  NullableBooleanInput,
  TextField,
  TextInput,
  maxLength,
  minLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgesField, InstantField, YesNoField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

const ROLES = ['moderator', 'support', 'finance', 'writer', 'admin'] as const;

const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'] as const;

export interface ModerationStaff {
  id: string;
  name: string;
  roles: readonly (typeof ROLES)[number][];
  email: string;
  languages: readonly (typeof LANGUAGES)[number][];
  created_at: string;
  is_enabled: boolean;
  disabled_at: string | null;
}

const Column = DataTable.Col<ModerationStaff>;

const filters = [
  <TextInput key="name" source="name" alwaysOn resettable />,
  <NullableBooleanInput key="is_enabled" source="is_enabled" alwaysOn />,
];

const ShowActions = () => (
  <>
    <ActionButton action="set-roles" permission="moderation.staff.manage" prefilled>
      <CheckboxGroupInput
        source="roles"
        label="resources.moderation.staff.actions.set-roles.fields.roles"
        defaultValue={[]}
        choices={choicesOf(['moderator', 'support', 'finance', 'writer', 'admin'])}
      />
    </ActionButton>
    <ActionButton action="set-languages" permission="moderation.staff.manage" prefilled>
      <CheckboxGroupInput
        source="languages"
        label="resources.moderation.staff.actions.set-languages.fields.languages"
        choices={choicesOf(['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pl', 'sv'])}
      />
    </ActionButton>
    <ActionButton
      action="disable"
      permission="moderation.staff.manage"
      confirm
      danger
      when={{ source: 'is_enabled', values: [true] }}
    >
      <TextInput
        source="reason"
        label="resources.moderation.staff.actions.disable.fields.reason"
        validate={[required(), minLength(3), maxLength(300)]}
        multiline
      />
    </ActionButton>
    <ActionButton
      action="enable"
      permission="moderation.staff.manage"
      confirm
      when={{ source: 'is_enabled', values: [false] }}
    />
  </>
);

const related = [{ reference: 'moderation.audit', target: 'staff_id', sort: { field: 'at', order: 'DESC' } }] as const;

export const ModerationStaffColumns = () => (
  <>
    <Column source="name" />
    <Column source="roles" disableSort>
      <BadgesField source="roles" />
    </Column>
    <Column source="email" />
    <Column source="created_at" className="wide">
      <InstantField source="created_at" />
    </Column>
    <Column source="is_enabled" className="wide" disableSort>
      <YesNoField source="is_enabled" />
    </Column>
  </>
);

export const ModerationStaffList = () => (
  <ResourceList filters={filters} sort={{ field: 'name', order: 'ASC' }}>
    <ModerationStaffColumns />
  </ResourceList>
);

export const ModerationStaffShow = () => (
  <ResourceShow title="name" actions={<ShowActions />} related={related}>
    <TextField source="name" />
    <BadgesField source="roles" />
    <TextField source="email" />
    <BadgesField source="languages" />
    <InstantField source="created_at" />
    <YesNoField source="is_enabled" />
    <InstantField source="disabled_at" />
  </ResourceShow>
);
