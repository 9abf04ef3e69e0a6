import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button/button';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import type { Quota } from '../model/deck';

/** The day's likes are given: until when, and what else there is (spec 9.2). */
export function OutOfLikes({ deck, onGoOn }: { deck: Quota; onGoOn: () => void }) {
  const { t } = useTranslation('swipe');
  const format = useFormat();
  return (
    <EmptyState
      title={t('out.title')}
      actions={
        <>
          <ButtonLink to={paths.members.to()} variant="primary">
            {t('out.search')}
          </ButtonLink>
          <Button onPress={onGoOn}>{t('out.goOn')}</Button>
        </>
      }
    >
      {t('out.text', { count: deck.likesADay, time: format.time(deck.renewsAt), wait: format.relative(deck.renewsAt) })}
    </EmptyState>
  );
}
