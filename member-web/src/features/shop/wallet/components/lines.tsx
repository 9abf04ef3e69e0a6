import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import type { Line } from '../api/wallet';
import { signed } from '../model/lines';
import styles from './wallet.module.css';

const FIRST = 10;

/** Every movement of credits, the newest first; the older ones on demand. */
export function Lines({ lines, names }: { lines: readonly Line[]; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('wallet');
  const [isWhole, setWhole] = useState(false);
  if (lines.length === 0) return null;
  const shown = isWhole ? lines : lines.slice(0, FIRST);
  return (
    <Panel aria-labelledby="lines">
      <h3 id="lines">{t('lines.title')}</h3>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('lines.when')}</th>
            <th scope="col">{t('lines.what')}</th>
            <th scope="col" className={styles.number}>
              {t('lines.credits')}
            </th>
            <th scope="col" className={styles.number}>
              {t('lines.left')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <LineRow
              key={`${line.at} ${line.kind} ${line.balance_after}`}
              line={line}
              name={names.get(line.conversation_id ?? '')}
            />
          ))}
        </tbody>
      </table>
      {shown.length < lines.length && (
        <Button variant="quiet" onPress={() => setWhole(true)}>
          {t('lines.more', { count: lines.length - shown.length })}
        </Button>
      )}
    </Panel>
  );
}

function LineRow({ line, name }: { line: Line; name: string | undefined }) {
  const { t } = useTranslation('wallet');
  const format = useFormat();
  const kind = t(`kinds.${line.kind}`);
  return (
    <tr>
      <td className={styles.when}>{format.brief(line.at)}</td>
      <td className={styles.what}>{name ? t('lines.with', { kind, name }) : kind}</td>
      <td className={styles.number}>{signed(line.credits)}</td>
      <td className={styles.number}>{line.balance_after}</td>
    </tr>
  );
}
