import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { chooseLanguage, type Language } from '@/i18n/locales';

export type Reference = Schemas['ReferenceOut'];
/** The regions of a country; `word` is what the country calls one, such as "Provincie". */
export type Regions = Schemas['RegionsOut'];
export type Place = Schemas['PlaceOut'];
export type ChoiceField = keyof Reference['choices'];

/** Names of countries, choices and interests in one language; they stay for the page's life. */
export const referenceQuery = (language: Language) =>
  queryOptions({
    queryKey: ['reference', language],
    queryFn: ({ signal }) => api.get('/reference', { query: { language }, signal }),
    staleTime: Infinity,
  });

/** The regions of a country, by its two letters. */
export const regionsQuery = (language: Language, country: string) =>
  queryOptions({
    queryKey: ['regions', language, country],
    queryFn: ({ signal }) => api.get('/regions', { query: { language, country }, signal }),
    staleTime: Infinity,
  });

/** Towns of a country whose name begins with what was typed. */
export const placesQuery = (country: string, text: string) =>
  queryOptions({
    queryKey: ['places', country, text],
    queryFn: async ({ signal }) => (await api.get('/places', { query: { country, q: text }, signal })).places,
    staleTime: Infinity,
    throwOnError: false,
  });

/** The names of everything in the interface's language; undefined until they are there. */
export function useReference(): Reference | undefined {
  const { i18n } = useTranslation();
  return useQuery(referenceQuery(chooseLanguage(i18n.language))).data;
}

/** The regions of a country, and whether they are still on their way; none without a country. */
export function useRegions(country: string | null | undefined): { regions: Regions | undefined; isLoading: boolean } {
  const { i18n } = useTranslation();
  const query = regionsQuery(chooseLanguage(i18n.language), country ?? '');
  const { data: regions, isLoading } = useQuery({ ...query, enabled: Boolean(country) });
  return { regions, isLoading };
}
