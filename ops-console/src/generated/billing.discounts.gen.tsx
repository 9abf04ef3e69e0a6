// Generated from modules/billing/ops/discounts.py by `hearth ops generate`. Do not edit.
import {
  AutocompleteInput,
  CheckboxGroupInput,
  DataTable,
  DateInput,
  NullableBooleanInput,
  NumberField,
  NumberInput,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  TextInput,
  maxLength,
  required,
} from 'react-admin';
import { ActionButton } from '@/kit/action-button';
import { choicesOf } from '@/kit/choices';
import { BadgeField, DayField, InstantField, MoneyField, WordsField, YesNoField } from '@/kit/fields';
import { ActorField, CountryField } from '@/kit/key-fields';
import { OpenTextInput } from '@/kit/open-text-input';
import { ResourceList, ResourceShow } from '@/kit/pages';

const OCCASION = ['promotion', 'welcome', 'time-bonus', 'comeback', 'birthday', 'apology'] as const;

export interface BillingDiscounts {
  id: string;
  code: string;
  value_percentage: number;
  is_active: boolean;
  used: number;
  revenue: readonly string[] | null;
  left: readonly string[] | null;
  site_id: string;
  occasion: (typeof OCCASION)[number];
  expires: string | null;
  max_uses: number | null;
  minimum_order_minor: { minor: number; currency: string } | null;
  paymentmethods: readonly string[] | null;
  series: string | null;
  country: string | null;
  member_id: string | null;
  starts: string;
  last_day: string | null;
  created_by: string;
  created_at: string;
}

const Column = DataTable.Col<BillingDiscounts>;

const filters = [
  <TextInput key="code" source="code" alwaysOn resettable />,
  <ReferenceInput key="site_id" source="site_id" alwaysOn reference="sites.sites">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <NullableBooleanInput key="is_active" source="is_active" alwaysOn />,
  <SelectInput key="occasion" source="occasion" choices={choicesOf(OCCASION)} />,
  <ReferenceInput key="member_id" source="member_id" reference="accounts.members">
    <AutocompleteInput filterToQuery={(sought: string) => ({ name: sought })} />
  </ReferenceInput>,
  <TextInput key="series" source="series" resettable />,
];

const ListActions = () => (
  <ActionButton action="create" permission="billing.discounts.change" creates>
    <ReferenceInput source="site_id" reference="sites.sites">
      <AutocompleteInput
        label="resources.billing.discounts.actions.create.fields.site_id"
        validate={[required()]}
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <OpenTextInput
      source="code"
      label="resources.billing.discounts.actions.create.fields.code"
      validate={[maxLength(32)]}
    />
    <NumberInput
      source="value_percentage"
      label="resources.billing.discounts.actions.create.fields.value_percentage"
      validate={[required()]}
    />
    <SelectInput
      source="occasion"
      label="resources.billing.discounts.actions.create.fields.occasion"
      choices={choicesOf(['promotion', 'welcome', 'time-bonus', 'comeback', 'birthday', 'apology'])}
    />
    <TextInput source="country" label="resources.billing.discounts.actions.create.fields.country" />
    <ReferenceInput source="member_id" reference="accounts.members">
      <AutocompleteInput
        label="resources.billing.discounts.actions.create.fields.member_id"
        filterToQuery={(sought: string) => ({ name: sought })}
      />
    </ReferenceInput>
    <DateInput source="starts" label="resources.billing.discounts.actions.create.fields.starts" />
    <DateInput source="expires" label="resources.billing.discounts.actions.create.fields.expires" />
    <NumberInput
      source="minimum_order_minor"
      label="resources.billing.discounts.actions.create.fields.minimum_order_minor"
    />
    <TextInput source="currency" label="resources.billing.discounts.actions.create.fields.currency" />
    <CheckboxGroupInput
      source="paymentmethods"
      label="resources.billing.discounts.actions.create.fields.paymentmethods"
      choices={choicesOf([
        'creditcard',
        'applepay',
        'paypal',
        'ideal',
        'bancontact',
        'eps',
        'przelewy24',
        'blik',
        'klarna',
        'swish',
        'twint',
        'mobilepay',
        'directdebit',
      ])}
    />
    <NumberInput source="max_uses" label="resources.billing.discounts.actions.create.fields.max_uses" />
    <NumberInput source="how_many" label="resources.billing.discounts.actions.create.fields.how_many" />
  </ActionButton>
);

const ShowActions = () => (
  <>
    <ActionButton action="change" permission="billing.discounts.change" prefilled>
      <NumberInput
        source="value_percentage"
        label="resources.billing.discounts.actions.change.fields.value_percentage"
        validate={[required()]}
      />
      <TextInput source="country" label="resources.billing.discounts.actions.change.fields.country" />
      <NumberInput source="max_uses" label="resources.billing.discounts.actions.change.fields.max_uses" />
    </ActionButton>
    <ActionButton action="set-end" permission="billing.discounts.change" prefilled>
      <DateInput source="last_day" label="resources.billing.discounts.actions.set-end.fields.last_day" />
    </ActionButton>
    <ActionButton
      action="stop"
      permission="billing.discounts.change"
      confirm
      when={{ source: 'is_active', values: [true] }}
    />
  </>
);

const related = [
  { reference: 'billing.redemptions', target: 'code_id', sort: { field: 'id', order: 'DESC' } },
] as const;

export const BillingDiscountsColumns = () => (
  <>
    <Column source="code" disableSort />
    <Column source="value_percentage" align="right" disableSort>
      <NumberField source="value_percentage" />
    </Column>
    <Column source="is_active" disableSort>
      <YesNoField source="is_active" />
    </Column>
    <Column source="used" className="wide" align="right" disableSort>
      <NumberField source="used" />
    </Column>
    <Column source="revenue" className="wide" disableSort>
      <WordsField source="revenue" />
    </Column>
    <Column source="left" className="wide" disableSort>
      <WordsField source="left" />
    </Column>
    <Column source="site_id" className="wide" disableSort>
      <ReferenceField source="site_id" reference="sites.sites" link="show" />
    </Column>
    <Column source="occasion" className="wide" disableSort>
      <BadgeField source="occasion" />
    </Column>
    <Column source="expires" className="wider" disableSort>
      <InstantField source="expires" />
    </Column>
  </>
);

export const BillingDiscountsList = () => (
  <ResourceList filters={filters} sort={{ field: 'id', order: 'DESC' }} actions={<ListActions />}>
    <BillingDiscountsColumns />
  </ResourceList>
);

export const BillingDiscountsShow = () => (
  <ResourceShow title="code" actions={<ShowActions />} related={related}>
    <TextField source="code" />
    <NumberField source="value_percentage" />
    <YesNoField source="is_active" />
    <NumberField source="used" />
    <WordsField source="revenue" />
    <WordsField source="left" />
    <ReferenceField source="site_id" reference="sites.sites" link="show" />
    <BadgeField source="occasion" />
    <InstantField source="expires" />
    <NumberField source="max_uses" />
    <MoneyField source="minimum_order_minor" />
    <WordsField source="paymentmethods" />
    <TextField source="series" />
    <CountryField source="country" />
    <ReferenceField source="member_id" reference="accounts.members" link="show" />
    <InstantField source="starts" />
    <DayField source="last_day" />
    <ActorField source="created_by" />
    <InstantField source="created_at" />
  </ResourceShow>
);
