import { useGetList, useGetMany } from 'react-admin';
import type { RecordOf, ResourceName } from '@/providers/schema';

/** A list of a resource's records. */
export function useRecordList<R extends ResourceName>(
  resource: R,
  params?: Parameters<typeof useGetList<RecordOf<R>>>[1],
  options?: Parameters<typeof useGetList<RecordOf<R>>>[2],
) {
  return useGetList<RecordOf<R>>(resource, params, options);
}

/** Records by their ids, asked for together. */
export function useByIds<R extends ResourceName>(
  resource: R,
  ids: readonly string[],
): ReadonlyMap<string, RecordOf<R>> {
  const unique = [...new Set(ids)];
  const { data = [] } = useGetMany<RecordOf<R>>(resource, { ids: unique }, { enabled: unique.length > 0 });
  return new Map(data.filter(Boolean).map((record) => [record.id, record]));
}
