import { useFormat, type Money } from '@/i18n/format';
import styles from './sum-table.module.css';

interface Row {
  text: string;
  money: Money;
}

/** Amounts under each other and what they come to. */
export function SumTable({ rows, total, note }: { rows: readonly Row[]; total: Row; note?: Row | undefined }) {
  const format = useFormat();
  const line = ({ text, money }: Row) => (
    <tr key={text}>
      <th scope="row">{text}</th>
      <td>{format.money(money)}</td>
    </tr>
  );
  return (
    <table className={styles.sum}>
      <tbody>{rows.map(line)}</tbody>
      <tbody className={styles.total}>{line(total)}</tbody>
      {note && <tbody className={styles.note}>{line(note)}</tbody>}
    </table>
  );
}
