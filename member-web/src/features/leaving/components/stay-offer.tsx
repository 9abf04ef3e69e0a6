import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { stayOfferQuery, useTakeStayOffer } from '../api/leaving';

/** What the company gives who stays; nothing is shown where it gives nothing. */
export function StayOffer() {
  const { t } = useTranslation('account-life');
  const format = useFormat();
  const { data: offer } = useQuery(stayOfferQuery);
  const take = useTakeStayOffer();
  if (!offer) return null;
  const percent = format.percent(offer.percent / 100);
  if (offer.code) {
    return (
      <Alert tone="ok" lead={t('leave.offer.given', { percent, code: offer.code })} live={take.isSuccess}>
        {t('leave.offer.givenText')}
      </Alert>
    );
  }
  return (
    <>
      <ProblemAlert lead={t('leave.offer.failed')} error={take.error} />
      <Alert
        lead={t('leave.offer.lead', { percent })}
        action={
          <Button onPress={() => take.mutate()} isPending={take.isPending}>
            {t('leave.offer.go')}
          </Button>
        }
      >
        {t('leave.offer.text')}
      </Alert>
    </>
  );
}
