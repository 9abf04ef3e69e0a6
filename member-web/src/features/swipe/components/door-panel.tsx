import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';

interface DoorPanelProps {
  likes: number;
  isReal: boolean;
  /** The site's own word for the way in. */
  button: string | undefined;
}

/** The door after the last card: what becomes of the likes, and the two ways in. */
export function DoorPanel({ likes, isReal, button }: DoorPanelProps) {
  const { t } = useTranslation('tinderswipe');
  return (
    <EmptyState
      title={t(isReal ? 'door.title' : 'door.titleExamples')}
      actions={
        <>
          <ButtonLink to={paths.signup.to()} variant="primary" size="large">
            {button ?? t('door.signup')}
          </ButtonLink>
          <ButtonLink to={paths.login.to()} size="large">
            {t('login')}
          </ButtonLink>
        </>
      }
    >
      {likes > 0 ? t('door.likes', { count: likes }) : t('door.text')}
    </EmptyState>
  );
}
