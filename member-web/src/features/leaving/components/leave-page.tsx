import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { noteNavigation } from '@/lib/page-arrival';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { TextArea } from '@/ui/text-area/text-area';
import { deletionQuery } from '../api/leaving';
import { REASONS, type Leaving } from '../model/reasons';
import { Alternatives } from './alternatives';
import { ConfirmLeaving } from './confirm-leaving';
import styles from './leaving.module.css';
import { StayOffer } from './stay-offer';
import { Unspent } from './unspent';

const WORDS = 1000;

/** Leaving in two steps: what may be enough instead and why, then what happens and the password (spec 2.33). */
export function LeavePage() {
  const [leaving, setLeaving] = useState<Leaving>({ reason: '', words: '' });
  const [isSure, setSure] = useState(false);
  const go = (sure: boolean) => {
    // The pressed button is gone: the other step's title takes the focus, as on a page of its own.
    noteNavigation();
    window.scrollTo(0, 0);
    setSure(sure);
  };
  return isSure ? (
    <ConfirmLeaving leaving={leaving} onBack={() => go(false)} />
  ) : (
    <Think leaving={leaving} onChange={setLeaving} onGo={() => go(true)} />
  );
}

interface ThinkProps {
  leaving: Leaving;
  onChange: (leaving: Leaving) => void;
  onGo: () => void;
}

function Think({ leaving, onChange, onGo }: ThinkProps) {
  const { t } = useTranslation('account-life');
  const format = useFormat();
  const { name } = useMember();
  const { data: deletion } = useSuspenseQuery(deletionQuery);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>{t('leave.title', { name })}</PageTitle>
        <p className="lead">{t('leave.lead')}</p>
      </div>
      <Alternatives />
      <section className={`stack ${styles.why}`} aria-labelledby="why">
        <h2 id="why">{t('leave.why')}</h2>
        <p className="muted">{t('leave.whyHelp')}</p>
        <RadioGroup
          label={t('leave.why')}
          hideLabel
          value={leaving.reason}
          onChange={(value) => onChange({ ...leaving, reason: REASONS.find((one) => one === value) ?? '' })}
          choices={REASONS.map((value) => ({ value, text: t(`leave.reasons.${value}`) }))}
        />
        {leaving.reason && (
          <TextArea
            label={t('leave.words')}
            rows={3}
            maxLength={WORDS}
            value={leaving.words}
            onChange={(words) => onChange({ ...leaving, words })}
          />
        )}
      </section>
      <div className={styles.notes}>
        <StayOffer />
        <Unspent />
        <Alert tone="lamp" lead={t('leave.days')}>
          {t('leave.daysText', { date: format.date(deletion.erase_at) })}
        </Alert>
      </div>
      <div className={styles.answers}>
        <Button variant="danger" size="large" onPress={onGo}>
          {t('leave.go')}
        </Button>
        <ButtonLink size="large" to={paths.settings.to()}>
          {t('leave.stay')}
        </ButtonLink>
      </div>
    </div>
  );
}
