import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ButtonLink } from '@/ui/link/link';

interface JoinPanelProps {
  likes: number;
  isReal: boolean;
  /** The site's own word for the way in. */
  button: string | undefined;
}

/** What follows the last card: what happens to the likes, and the links to sign up and log in. */
export function JoinPanel({ likes, isReal, button }: JoinPanelProps) {
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
