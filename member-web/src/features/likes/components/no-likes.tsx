import { useTranslation } from 'react-i18next';
import { useMember } from '@/api/session';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import type { LikeList } from '../model/lists';

/** An empty list of likes: what would fill it, a way forward and a way out. */
export function NoLikes({ type }: { type: LikeList }) {
  const { t } = useTranslation('likes');
  const { profile } = useMember();
  const canFinish = type === 'received' && profile.completeness < 100;
  return (
    <Panel>
      <EmptyState
        title={t(`empty.${type}.title`)}
        actions={
          <>
            {canFinish && (
              <ButtonLink to={paths.profile.to()} variant="primary">
                {t('empty.finish')}
              </ButtonLink>
            )}
            {type === 'matches' && <ButtonLink to={paths.likes.to('received')}>{t('empty.whoLikes')}</ButtonLink>}
            <ButtonLink to={paths.members.to()} variant={canFinish ? 'line' : 'primary'}>
              {t('empty.look')}
            </ButtonLink>
          </>
        }
      >
        {t(`empty.${type}.text`)}
      </EmptyState>
    </Panel>
  );
}
