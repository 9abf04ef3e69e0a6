import CurrencyExchangeOutlined from '@mui/icons-material/CurrencyExchangeOutlined';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import TheaterComedyOutlined from '@mui/icons-material/TheaterComedyOutlined';
import { lazy, type ComponentType } from 'react';
import type { Beginning } from '@/kit/definition';
import { OverviewPage } from './overview/overview-page';

/* A desk comes when somebody goes there: most people work at one of them. */
const ComplaintsPage = lazy(async () => ({ default: (await import('./complaints/complaints-page')).ComplaintsPage }));
const FictionPage = lazy(async () => ({ default: (await import('./fiction/fiction-page')).FictionPage }));
const RefundsPage = lazy(async () => ({ default: (await import('./refunds/refunds-page')).RefundsPage }));
const ReviewPage = lazy(async () => ({ default: (await import('./review/review-page')).ReviewPage }));

/** A page that is drawn by hand, because it is work and no list. Each has a folder here and one line in PAGES. */
export interface PageDefinition {
  /** Its address below /ops, and its name among the texts: pages.<name>.title. */
  name: string;
  /** Who holds it sees the page; the server decides again for all that the page asks. */
  permission: string;
  icon: ComponentType;
  Component: ComponentType;
  /** The resource whose records are worked on here, each at an address of its own. */
  records?: string;
  /** What opens a case; the action is the name of its texts. */
  begins?: Beginning;
}

/** In the order of the menu, where they stand before the lists. */
export const PAGES: readonly PageDefinition[] = [
  {
    name: 'overview',
    permission: 'platform.figures.read',
    icon: InsightsOutlined,
    Component: OverviewPage,
  },
  {
    name: 'review',
    permission: 'moderation.review.decide',
    icon: RateReviewOutlined,
    Component: ReviewPage,
    begins: { action: 'open', permission: 'moderation.opened.open' },
  },
  {
    name: 'complaints',
    permission: 'moderation.complaints.read',
    icon: ForumOutlined,
    Component: ComplaintsPage,
    records: 'moderation.complaints',
    begins: { action: 'open', permission: 'moderation.complaints.answer' },
  },
  {
    name: 'fiction',
    permission: 'moderation.fiction.write',
    icon: TheaterComedyOutlined,
    Component: FictionPage,
  },
  {
    name: 'refunds',
    permission: 'billing.refunds.read',
    icon: CurrencyExchangeOutlined,
    Component: RefundsPage,
    records: 'billing.refunds',
  },
];
