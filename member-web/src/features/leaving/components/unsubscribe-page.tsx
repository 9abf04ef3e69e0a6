import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { useUnsubscribe } from '../api/unsubscribe';

/** Asks once and stops one kind of mail; opening the page changes nothing, for mail scanners open it too (spec 8.7). */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = useTranslation('unsubscribe');
  const { name: site } = useSettings();
  const stop = useUnsubscribe(token);
  // The server alone knows whether the link is a true one.
  const kind = Object.entries(t('kinds', { returnObjects: true })).find(([name]) => token.startsWith(`${name}~`));
  const what = kind?.[1] ?? t('kinds.other');
  if (stop.isSuccess)
    return (
      <>
        <PageTitle key="done">{t('done.title')}</PageTitle>
        <p className="lead" role="status">
          {t('done.text', { what, site })}
        </p>
        <p>{t('done.still')}</p>
        <div className="row">
          <ButtonLink to={paths.settings.to()}>{t('settings')}</ButtonLink>
        </div>
      </>
    );
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <p className="lead">{t('text', { what, site })}</p>
      <ProblemAlert lead={t('failed')} error={stop.error} />
      <div className="row">
        <Button variant="primary" size="large" isPending={stop.isPending} onPress={() => stop.mutate()}>
          {t('stop')}
        </Button>
        <ButtonLink to={paths.home.to()} size="large">
          {t('keep')}
        </ButtonLink>
      </div>
      <p className="muted">{t('still')}</p>
    </>
  );
}
