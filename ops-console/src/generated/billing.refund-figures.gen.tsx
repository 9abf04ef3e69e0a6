// Generated from modules/billing/ops/returns.py by `hearth ops generate`. Do not edit.
import { DataTable, NumberField, TextField } from 'react-admin';
import { MoneyField } from '@/kit/fields';
import { ResourceList, ResourceShow } from '@/kit/pages';

export interface BillingRefundFigures {
  id: string;
  currency: string;
  waiting: number;
  waiting_minor: { minor: number; currency: string };
  paid_minor: { minor: number; currency: string };
  median_hours: number | null;
  refused: number;
  asked: number;
}

const Column = DataTable.Col<BillingRefundFigures>;

export const BillingRefundFiguresColumns = () => (
  <>
    <Column source="currency" disableSort />
    <Column source="waiting" align="right" disableSort>
      <NumberField source="waiting" />
    </Column>
    <Column source="waiting_minor" align="right" disableSort>
      <MoneyField source="waiting_minor" />
    </Column>
    <Column source="paid_minor" className="wide" align="right" disableSort>
      <MoneyField source="paid_minor" />
    </Column>
    <Column source="median_hours" className="wide" align="right" disableSort>
      <NumberField source="median_hours" />
    </Column>
    <Column source="refused" className="wide" align="right" disableSort>
      <NumberField source="refused" />
    </Column>
    <Column source="asked" className="wide" align="right" disableSort>
      <NumberField source="asked" />
    </Column>
  </>
);

export const BillingRefundFiguresList = () => (
  <ResourceList sort={{ field: 'id', order: 'ASC' }}>
    <BillingRefundFiguresColumns />
  </ResourceList>
);

export const BillingRefundFiguresShow = () => (
  <ResourceShow title="currency">
    <TextField source="currency" />
    <NumberField source="waiting" />
    <MoneyField source="waiting_minor" />
    <MoneyField source="paid_minor" />
    <NumberField source="median_hours" />
    <NumberField source="refused" />
    <NumberField source="asked" />
  </ResourceShow>
);
