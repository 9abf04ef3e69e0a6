import { useTranslation } from 'react-i18next';
import { Button } from '../button/button';
import styles from './load-more.module.css';

interface LoadMoreProps {
  shown: number;
  total: number;
  pageSize: number;
  isLoading: boolean;
  onMore: () => void;
}

/** How much of a list has been seen, and a button for the next part. */
export function LoadMore({ shown, total, pageSize, isLoading, onMore }: LoadMoreProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.more}>
      <p className="meta" role="status">
        {t('more.seen', { shown, total })}
      </p>
      {shown < total && (
        <Button size="large" isPending={isLoading} onPress={onMore}>
          {t('more.button', { count: Math.min(pageSize, total - shown) })}
        </Button>
      )}
    </div>
  );
}
