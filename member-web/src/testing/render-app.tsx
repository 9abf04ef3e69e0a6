import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Boot } from '@/api/boot';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import { routes } from '@/app/router';
import { seed } from '@/app/seed';
import { startI18n } from '@/i18n';
import { aBoot } from './factories';

/** Opens the whole app at an address, as the server would serve it, and waits for the page's title. */
export async function renderApp(address: string, boot: Partial<Boot> = {}) {
  const facts = aBoot(boot);
  const client = createQueryClient();
  seed(client, facts);
  await startI18n(facts.language);
  const router = createMemoryRouter(routes(client), { initialEntries: [address] });
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  );
  // A dialog that opens by itself may already hide the page from readers.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return { router, client, user: userEvent.setup() };
}
