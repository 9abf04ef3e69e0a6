import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, FilterLiveForm, ListContextProvider, useList, type RaRecord } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { IdInput } from './id-input';

const ID = '3f0c8a52-6a56-4a35-9f0a-1a6f3b2a7c11';

function Filters({ onFilter }: { onFilter: (filters: unknown) => void }) {
  const list = useList<RaRecord>({ data: [], resource: 'billing.orders' });
  return (
    <ListContextProvider value={{ ...list, setFilters: onFilter }}>
      <FilterLiveForm debounce={0}>
        <IdInput source="id" label="Number" />
      </FilterLiveForm>
    </ListContextProvider>
  );
}

test('[spec 10.4] an id is asked for once it is whole, however much space was pasted around it', async () => {
  const sought = vi.fn();
  const user = userEvent.setup();
  render(
    <AdminContext>
      <Filters onFilter={sought} />
    </AdminContext>,
  );
  const input = screen.getByLabelText(/Number/);
  await user.type(input, ID.slice(0, 20));
  expect(sought).not.toHaveBeenCalled();
  await user.clear(input);
  sought.mockClear();
  await user.click(input);
  await user.paste(` ${ID} `);
  await waitFor(() => expect(sought).toHaveBeenLastCalledWith({ id: ID }));
});
