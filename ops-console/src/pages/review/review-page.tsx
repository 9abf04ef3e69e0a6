import { Route, Routes } from 'react-router-dom';
import { AppealDesk } from './appeal-desk';
import { QueueDesk } from './queue-desk';
import { SignatureDesk } from './signature-desk';
import './review.css';

/** The review desk: the queue, what waits for a second signature, and appeals. */
export function ReviewPage() {
  return (
    <Routes>
      <Route path="signatures/:id?" element={<SignatureDesk />} />
      <Route path="appeals/:id?" element={<AppealDesk />} />
      <Route path=":id?" element={<QueueDesk />} />
    </Routes>
  );
}
