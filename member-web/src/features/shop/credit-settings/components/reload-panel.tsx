import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/types';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { reloadQuery, useEndReload, type ReloadRule } from '../api/credit-settings';
import { nameOf } from '../model/reload';
import styles from './credit-settings.module.css';
import { ReloadForm } from './reload-form';

interface ReloadPanelProps {
  bundles: readonly Schemas['BundleOut'][];
  saved: readonly Schemas['SavedMethodOut'][];
}

/** Auto-reload: off until the member asks for it, one press to end it. */
export function ReloadPanel({ bundles, saved }: ReloadPanelProps) {
  const { t } = useTranslation('credit-settings');
  const { data } = useQuery(reloadQuery);
  const [isChanging, setChanging] = useState(false);
  const rule = data?.rule ?? null;
  const isOn = rule !== null && rule.ended_at === null;
  return (
    <Panel aria-labelledby="reload">
      <div className="stack">
        <h2 id="reload">{t('reload.title')}</h2>
        {isOn ? <Standing rule={rule} /> : <p>{t('reload.off')}</p>}
        {rule?.end_reason && rule.end_reason !== 'member' && (
          <Alert tone="warn" lead={t('reload.ended')}>
            {t(`reload.reasons.${rule.end_reason}`)}
          </Alert>
        )}
        {isOn && <Answers isChanging={isChanging} onChange={() => setChanging(true)} />}
        {data && saved.length > 0 && (isChanging || !isOn) && (
          <ReloadForm
            key={rule?.agreed_at ?? ''}
            rule={rule}
            bundles={bundles}
            saved={saved}
            onDone={() => setChanging(false)}
          />
        )}
        {saved.length === 0 && <Unsaved />}
      </div>
    </Panel>
  );
}

function Standing({ rule }: { rule: ReloadRule }) {
  const { t } = useTranslation('credit-settings');
  const format = useFormat();
  const facts = {
    threshold: rule.threshold,
    credits: rule.bundle.credits,
    price: format.money(rule.bundle.price),
    way: rule.method ? nameOf(rule.method) : '–',
    cap: format.money(rule.monthly_cap),
  };
  const [opened] = useState(() => new Date());
  const isWaiting = new Date(rule.next_try_at) > opened;
  return (
    <>
      <p>
        <b>{t('reload.on')}</b> {t('reload.rule', facts)}
      </p>
      <p className="muted">{t('reload.spent', { spent: format.money(rule.spent), cap: facts.cap })}</p>
      {isWaiting && <p className="muted">{t('reload.waits', { date: format.date(rule.next_try_at) })}</p>}
    </>
  );
}

function Answers({ isChanging, onChange }: { isChanging: boolean; onChange: () => void }) {
  const { t } = useTranslation('credit-settings');
  const end = useEndReload();
  return (
    <div className={styles.answers}>
      <Button size="large" isPending={end.isPending} onPress={() => end.mutate()}>
        {t('reload.switchOff')}
      </Button>
      {!isChanging && (
        <Button size="large" onPress={onChange}>
          {t('reload.change')}
        </Button>
      )}
    </div>
  );
}

/** Without a saved way to pay nothing can be bought by itself. */
function Unsaved() {
  const { t } = useTranslation('credit-settings');
  return (
    <>
      <p className="muted">{t('reload.unsaved')}</p>
      <div>
        <ButtonLink to={paths.credits.to()}>{t('reload.toShop')}</ButtonLink>
      </div>
    </>
  );
}
