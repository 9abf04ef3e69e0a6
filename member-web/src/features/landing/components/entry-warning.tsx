import { BadgeCheck, Drama, Euro, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { FROM_ENTRY } from '@/lib/from-entry';
import { paths } from '@/lib/paths';
import { lowestMessagePrice } from '@/shared/money/message-price';
import { Button } from '@/ui/button/button';
import { Icon } from '@/ui/icon/icon';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import { LogoArch } from '@/ui/logo/logo';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import styles from './entry-warning.module.css';

/** A page of nobody's: whoever leaves is not sent to another site. */
const AWAY = 'about:blank';

/** What a visitor should know before coming in; coming in and leaving are equally large (spec 2.51). */
export default function EntryWarning({ onComeIn }: { onComeIn: () => void }) {
  const { t } = useTranslation('entry');
  const settings = useSettings();
  const format = useFormat();
  const price = lowestMessagePrice(settings);
  const age = { min_age: settings.min_age };
  return (
    <Modal title={t('title')} isOpen mustAnswer onClose={onComeIn} mark={<LogoArch />}>
      <ul className={`stack ${styles.facts}`}>
        <Fact icon={BadgeCheck} lead={t('adults.lead')}>
          {t('adults.text', age)}
        </Fact>
        {settings.fictional_enabled && (
          <Fact icon={Drama} lead={t('fictional.lead')}>
            {t('fictional.text')}{' '}
            <Label icon={Drama} tone="fiction">
              {settings.fictional_singular}
            </Label>
          </Fact>
        )}
        <Fact icon={Euro} lead={t('money.lead')}>
          {price ? t('money.from', { price: format.money(price) }) : t('money.text')}
        </Fact>
      </ul>
      <ModalAnswers>
        <Button variant="primary" size="large" wide onPress={onComeIn}>
          {t('comeIn', age)}
        </Button>
        <Button size="large" wide onPress={() => window.location.replace(AWAY)}>
          {t('leave')}
        </Button>
      </ModalAnswers>
      <p className="meta">
        {t('remembered')}{' '}
        <Link to={paths.staticPage.to('terms')} state={FROM_ENTRY}>
          {t('terms')}
        </Link>
      </p>
    </Modal>
  );
}

function Fact({ icon, lead, children }: { icon: LucideIcon; lead: string; children: ReactNode }) {
  return (
    <li>
      <Icon of={icon} />
      <span>
        <b>{lead}</b> {children}
      </span>
    </li>
  );
}
