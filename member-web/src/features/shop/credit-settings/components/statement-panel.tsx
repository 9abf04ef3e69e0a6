import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Link } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { Select } from '@/ui/select/select';
import { isolated } from '@/lib/isolated';
import { statementFile, statementQuery, type Statement } from '../api/credit-settings';
import { monthsSince } from '../model/months';
import styles from './credit-settings.module.css';

/** A month in figures, and as files to keep. */
export function StatementPanel() {
  const { t, i18n } = useTranslation('credit-settings');
  const user = useUser();
  const [months] = useState(() => monthsSince(user?.signup_date ?? new Date().toISOString()));
  const [month, setMonth] = useState(months[0] ?? '');
  const { data: statement } = useQuery(statementQuery(month));
  const name = (each: string) =>
    new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric' }).format(new Date(`${each}-15T12:00:00`));
  return (
    <Panel aria-labelledby="statement">
      <div className="stack">
        <h2 id="statement">{t('statement.title')}</h2>
        <Select
          label={t('statement.month')}
          value={month}
          choices={months.map((each) => ({ value: each, text: name(each) }))}
          onChange={setMonth}
        />
        {statement && <Figures statement={statement} />}
        <p className={styles.files}>
          <a href={statementFile(month, 'pdf')} download>
            {t('statement.pdf')}
          </a>
          <a href={statementFile(month, 'csv')} download>
            {t('statement.csv')}
          </a>
        </p>
      </div>
    </Panel>
  );
}

function Figures({ statement: { entries, spending, totals, credits } }: { statement: Statement }) {
  const { t } = useTranslation('credit-settings');
  const format = useFormat();
  if (entries.length === 0 && spending.length === 0) return <p>{t('statement.nothing')}</p>;
  return (
    <>
      {entries.length > 0 && (
        <table className={styles.table}>
          <caption>{t('statement.paid')}</caption>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.order_id} ${entry.kind} ${entry.at}`}>
                <td>{format.brief(entry.at)}</td>
                <td>
                  <Link to={paths.order.to(entry.order_id)}>{t(`statement.kinds.${entry.kind}`)}</Link>
                </td>
                <td className={styles.number}>{format.money(entry.amount)}</td>
              </tr>
            ))}
            {totals.map((total) => (
              <tr key={total.currency} className={styles.total}>
                <th scope="row" colSpan={2}>
                  {t('statement.total')}
                </th>
                <td className={styles.number}>{format.money(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {spending.length > 0 && (
        <table className={styles.table}>
          <caption>{t('statement.spent', { count: credits })}</caption>
          <tbody>
            {spending.map((spent) => (
              <tr key={spent.conversation_id}>
                <td>
                  {spent.name ? (
                    <Link to={paths.chat.to(spent.conversation_id)}>{isolated(spent.name)}</Link>
                  ) : (
                    t('statement.somebody')
                  )}
                </td>
                <td className={styles.number}>{t('statement.credits', { count: spent.credits })}</td>
                <td className={styles.number}>{spent.amounts.map(format.money).join(' + ') || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
