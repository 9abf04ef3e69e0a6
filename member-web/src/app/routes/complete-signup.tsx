import type { QueryClient } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { userQuery } from '@/api/session';
import { resumeStep } from '@/features/signup/model/steps';
import { paths } from '@/lib/paths';

/** Leads to the first step of the signup that is open, and home when all are done (spec 2.11). */
export async function load(client: QueryClient) {
  const user = await client.ensureQueryData(userQuery);
  const next = user ? resumeStep(user) : undefined;
  throw redirect(next ? paths.signup.to(next) : paths.home.to());
}

/** /complete-signup shows nothing of its own. */
export const Component = () => null;
