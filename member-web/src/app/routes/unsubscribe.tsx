import { useParams } from 'react-router';
import { UnsubscribePage } from '@/features/leaving/components/unsubscribe-page';
import styles from './narrow.module.css';

/** /unsubscribe/{token}: where the link at the end of a mail leads (spec 8.7). */
export function Component() {
  const { token = '' } = useParams();
  return (
    <main id="main" className={`wrap stack ${styles.narrow}`}>
      <UnsubscribePage token={token} />
    </main>
  );
}
