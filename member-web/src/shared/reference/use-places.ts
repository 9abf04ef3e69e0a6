import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { placesQuery, type Place } from './reference';

const SHORTEST = 2;
const STILL_MS = 250;

/** Towns of the country that begin with what was typed, once the typing stands still. */
export function usePlaces(country: string, text: string): Place[] {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text.trim()), STILL_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = placesQuery(country, typed);
  const { data } = useQuery({ ...query, enabled: typed.length >= SHORTEST, placeholderData: keepPreviousData });
  return text.trim().length >= SHORTEST ? (data ?? []) : [];
}
