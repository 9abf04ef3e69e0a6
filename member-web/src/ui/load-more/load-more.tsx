import { useTranslation } from 'react-i18next';
import { Button } from '../button/button';
import styles from './load-more.module.css';

interface LoadMoreProps {
  shown: number;
  total: number;
  pageSize: number;
  /** The list, as TanStack Query reads it in parts. */
  list: { isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** How much of a list has been seen, and a button for the next part. */
export function LoadMore({ shown, total, pageSize, list }: LoadMoreProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.more}>
      <p className="meta" role="status">
        {t('more.seen', { shown, total })}
      </p>
      {shown < total && (
        <Button size="large" isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t('more.button', { count: Math.min(pageSize, total - shown) })}
        </Button>
      )}
    </div>
  );
}
