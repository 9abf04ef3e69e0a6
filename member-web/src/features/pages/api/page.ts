import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client';
import { pageKey } from '@/api/session';
import type { Schemas } from '@/api/types';
import type { Language } from '@/i18n/locales';

export type StaticPage = Schemas['PageOut'];
export type Block = Schemas['PageBlockOut'];
export type Span = Schemas['PageSpanOut'];

/** A static page in a language (spec 2.30); while another language is on its way, the page stays. */
export const pageQuery = (token: string, language: Language) =>
  queryOptions({
    queryKey: pageKey(token, language),
    queryFn: ({ signal }) => api.get('/pages/{page}', { path: { page: token }, query: { language }, signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
