import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useMember } from '@/api/session';
import type { Cost } from '@/api/types';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import { noteWayBack } from '@/lib/way-back';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Alert } from '@/ui/alert/alert';
import { ButtonLink } from '@/ui/link/link';
import type { Head } from '../api/convo-calls';
import type { Unsent } from '../model/messages';
import { costOf, isRefused, remedy } from '../model/refusals';

/** Why the server refused a message, and the way that helps. */
export function Refusal({ unsent, head }: { unsent: Unsent; head: Head }) {
  const { error } = unsent;
  const { t } = useTranslation('chats');
  const { pathname } = useLocation();
  if (!isRefused(error)) return null;
  switch (remedy(error)) {
    case 'acknowledge':
      return null;
    case 'bundle':
      return <NoCredits cost={costOf(unsent, head)} of={unsent.photo ? 'photo' : unsent.gift ? 'gift' : 'message'} />;
    case 'premium':
      return (
        <ProblemAlert
          lead={t('tooMany')}
          error={error}
          action={
            <ButtonLink to={paths.premium.to()} variant="primary" onClick={() => noteWayBack(pathname)}>
              {t('seePremium')}
            </ButtonLink>
          }
        />
      );
    case 'none':
      return <ProblemAlert lead={t('refused')} error={error} />;
  }
}

interface NoCreditsProps {
  cost: Cost;
  of?: keyof typeof NO_CREDITS;
}

const NO_CREDITS = { message: 'noCredits.text', gift: 'gift.noCredits', photo: 'photo.noCredits' } as const;

/** The balance does not pay for a message, a gift or a photo: both numbers, and where more come from. */
export function NoCredits({ cost, of = 'message' }: NoCreditsProps) {
  const { t } = useTranslation('chats');
  const { credits, paid_user: isPaid } = useMember();
  const { pathname, search } = useLocation();
  const price = useCost();
  return (
    <Alert
      tone="danger"
      lead={t('noCredits.lead')}
      live
      action={
        <ButtonLink
          to={isPaid ? paths.credits.to() : paths.premium.to()}
          variant="primary"
          onClick={() => noteWayBack(pathname + search)}
        >
          {t('noCredits.bundles')}
        </ButtonLink>
      }
    >
      {t(NO_CREDITS[of], { balance: credits, cost: price(cost) })}
    </Alert>
  );
}
