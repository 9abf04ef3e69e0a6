import { Pagination, useListContext, useTranslate } from 'react-admin';

/** Turns the pages of a list; a long one is counted so far and no further, which it says. */
export function CountedPages() {
  const { meta } = useListContext() as { meta?: { hasMore?: boolean } };
  const translate = useTranslate();
  return (
    <>
      <Pagination />
      {meta?.hasMore ? <p className="beyond">{translate('ops.beyond')}</p> : null}
    </>
  );
}
