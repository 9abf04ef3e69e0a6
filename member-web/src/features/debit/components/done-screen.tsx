import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Icon } from '@/ui/icon/icon';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import type { Debit } from '../api/direct-debit';
import styles from './page.module.css';

/** The permission is given; the money is still on its way, and so are the credits. */
export function DoneScreen({ debit }: { debit: Debit }) {
  const { t } = useTranslation('direct-debit');
  const format = useFormat();
  const facts = { amount: format.money(debit.amount), iban: debit.iban, day: format.date(debit.due_on) };
  return (
    <div className={styles.page}>
      <Panel>
        <div className={styles.done}>
          <Icon of={MailCheck} />
          <PageTitle>{t('done.title')}</PageTitle>
          <p className="lead" role="status">
            {t('done.text', facts)}
          </p>
          <p>{t('done.credits', { count: debit.credits })}</p>
          <p className="muted">{t('done.reference', { reference: debit.reference })}</p>
          <ButtonLink to={paths.order.to(debit.order_id)} variant="primary">
            {t('done.order')}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  );
}
