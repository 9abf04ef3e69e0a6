import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { shopQuery } from '../api/shop';
import { PayPage } from './pay-page';

/** /credits/repeat-order: the bundle of the last order at today's price, or what to do where there is none. */
export function RepeatPage() {
  const { t } = useTranslation('shop');
  const { data: shop } = useQuery(shopQuery);
  if (!shop) return null;
  if (shop.can_repeat) return <PayPage bundleId={shop.can_repeat} method={null} isRepeat />;
  return (
    <>
      <PageTitle hidden>{t('repeat.none')}</PageTitle>
      <EmptyState
        title={t('repeat.none')}
        actions={
          <ButtonLink to={paths.credits.to()} variant="primary">
            {t('repeat.choose')}
          </ButtonLink>
        }
      >
        {t('repeat.noneText')}
      </EmptyState>
    </>
  );
}
