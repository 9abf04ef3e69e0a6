import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '@/api/client';
import { settingsQuery, useSettings } from '@/api/session';
import type { Schemas, Settings } from '@/api/types';
import { currentLanguage } from '@/i18n';
import { chooseLanguage, type Language } from '@/i18n/locales';
import type { EntryPage, Lander } from '@/lib/paths';
import { referenceQuery } from '@/shared/reference/reference';
import { visitorQuery } from '@/shared/visitor/may-look';

/** Regions of a country, each by its largest town, with about how many members live there. */
export type Neighbourhood = Schemas['NeighbourhoodOut'];
export type Region = Schemas['RegionOut'];

/** What a lander says first, and on its button. */
export type LanderWords = Schemas['LanderTextOut'];

/** The site's own words at an address of a lander; a failure leaves the usual ones. */
const landerQuery = (lander: EntryPage, slug: string, language: Language) =>
  queryOptions({
    queryKey: ['lander', lander, slug, language],
    queryFn: ({ signal }) => api.get('/landers/{lander}', { path: { lander }, query: { slug, language }, signal }),
    staleTime: Infinity,
    throwOnError: false,
    retry: false,
  });

/** Fetches a lander's words before it shows, so that a headline does not change under a reader's eyes. */
export const startLander = (client: QueryClient, lander: EntryPage, slug = '') =>
  client.prefetchQuery(landerQuery(lander, slug, currentLanguage()));

/** The same for a lander that names interests. */
export const startLanderWithNames = (client: QueryClient, lander: Lander, slug?: string) =>
  Promise.all([startLander(client, lander, slug), client.prefetchQuery(referenceQuery(currentLanguage()))]);

/** The site's own words at this address of a lander; null where it has its usual ones. */
export function useOwnWords(lander: EntryPage): LanderWords | null {
  const { i18n } = useTranslation();
  const { slug = '' } = useParams();
  return useQuery(landerQuery(lander, slug, chooseLanguage(i18n.language))).data?.text ?? null;
}

/** The words of a lander: the site's own for this address, else the usual ones (spec 2.29). */
export function useLanderWords(lander: Lander): LanderWords {
  const { t } = useTranslation('landers');
  const { name } = useSettings();
  return (
    useOwnWords(lander) ?? {
      headline: t(`${lander}.headline`),
      lead: t(`${lander}.lead`, { name }),
      button: t(`${lander}.button`),
    }
  );
}

const neighbourhoodQuery = ({ geoip_country: here, geoip_selected_country: wished }: Settings) => {
  const country = wished ?? here;
  return queryOptions({
    queryKey: ['neighbourhood', country],
    queryFn: ({ signal }) =>
      api.get('/neighbourhood', { query: { ...(country && { country }), ...visitorQuery() }, signal }),
    staleTime: Infinity,
    throwOnError: false,
  });
};

/** Fetches the regions before the map shows, so that nothing moves when they come. */
export const startNeighbourhood = async (client: QueryClient) =>
  client.prefetchQuery(neighbourhoodQuery(await client.ensureQueryData(settingsQuery)));

/** The regions around a visitor; undefined until they are there, and where they cannot be had. */
export const useNeighbourhood = (): Neighbourhood | undefined => useQuery(neighbourhoodQuery(useSettings())).data;
