import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';

/** Everybody who fits has been decided about. */
export function EmptyDeck() {
  const { t } = useTranslation('swipe');
  return (
    <EmptyState
      title={t('empty.title')}
      actions={
        <>
          <ButtonLink to={paths.members.to()} variant="primary">
            {t('empty.search')}
          </ButtonLink>
          <ButtonLink to={paths.profile.to()}>{t('empty.wishes')}</ButtonLink>
        </>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}
