import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { OpsDataProvider } from '@/providers/data-provider';
import type { ResourceName, ViewName } from '@/providers/schema';

interface Options {
  query?: Record<string, string>;
  isOn?: boolean;
  /** Look again after so many milliseconds. */
  every?: number | false;
}

/** What the server shows of one record for a page drawn by hand. */
export function useView<R extends ResourceName, N extends ViewName<R>>(
  resource: R,
  id: string,
  name: N,
  options: Options = {},
) {
  const { query = {}, isOn = true, every = false } = options;
  const provider = useDataProvider<OpsDataProvider>();
  return useQuery({
    queryKey: [resource, 'view', id, name, query],
    queryFn: () => provider.view(resource, id, name, query),
    enabled: isOn,
    refetchInterval: every,
    retry: false,
  });
}
