import {
  BookOpen,
  Coffee,
  Eye,
  HeartHandshake,
  Mountain,
  Music,
  Search,
  Send,
  Heart,
  EllipsisVertical,
} from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Providers } from '@/app/providers';
import { createQueryClient } from '@/app/query-client';
import marijke from '@/features/home/pictures/marijke.svg';
import { startI18n } from '@/i18n';
import { Alert } from '@/ui/alert/alert';
import { Avatar } from '@/ui/avatar/avatar';
import { Badge } from '@/ui/badge/badge';
import { Button } from '@/ui/button/button';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { Chip, ChipRemove, Chips, ChipToggle } from '@/ui/chips/chips';
import { DateField } from '@/ui/date-field/date-field';
import { EmptyState } from '@/ui/empty-state/empty-state';
import { ErrorSummary } from '@/ui/error-summary/error-summary';
import { Facts } from '@/ui/facts/facts';
import { IconButton } from '@/ui/icon-button/icon-button';
import { IconToggle } from '@/ui/icon-button/icon-toggle';
import { Label } from '@/ui/label/label';
import { ButtonLink } from '@/ui/link/link';
import { LoadMore } from '@/ui/load-more/load-more';
import { Logo } from '@/ui/logo/logo';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { PersonCard } from '@/ui/person-card/person-card';
import { RadioCards } from '@/ui/radio-cards/radio-cards';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { RangeSlider, type Range } from '@/ui/range-slider/range-slider';
import { Segmented } from '@/ui/segmented/segmented';
import { Select } from '@/ui/select/select';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { Steps } from '@/ui/steps/steps';
import { Switch } from '@/ui/switch/switch';
import { TextArea } from '@/ui/text-area/text-area';
import { TextField } from '@/ui/text-field/text-field';
import { showToast } from '@/ui/toast/toast';
import { Toaster } from '@/ui/toast/toaster';
import { UiProvider } from '@/ui/ui-provider/ui-provider';
import '@/styles/index.css';
import styles from './sheet.module.css';

const nothing = () => undefined;

/** Every widget in its states, for pictures (`pnpm run shots`); it is no part of the build. */
function Sheet() {
  const [ages, setAges] = useState<Range>([55, 70]);
  const [born, setBorn] = useState('1962-04-30');
  const [size, setSize] = useState<'100' | '120' | '140'>('100');
  const [asks, setAsks] = useState(false);
  return (
    <main className={`wrap ${styles.sheet}`}>
      <PageTitle>Components</PageTitle>
      <div className="row">
        <Button variant="primary">Primary</Button>
        <Button>Line</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="like" icon={Heart}>
          Like
        </Button>
        <Button variant="liked" icon={Heart}>
          Liked
        </Button>
        <Button variant="danger" onPress={() => setAsks(true)}>
          Delete
        </Button>
        <Button isDisabled>Disabled</Button>
        <Button variant="primary" icon={Send} price="5 credits · €1.00">
          Send
        </Button>
        <ButtonLink to="/" variant="primary" size="large">
          Large link
        </ButtonLink>
        <IconButton icon={EllipsisVertical} label="More" />
        <IconButton icon={Search} label="Search" look="line" />
        <IconToggle icon={Heart} label="Like" tone="like" look="raised" />
        <IconToggle icon={Heart} label="Like" tone="like" look="raised" defaultSelected />
        <Button onPress={() => void showToast({ text: 'Like sent to Henk' })}>Toast</Button>
      </div>
      <div className="row">
        <Badge count={3} tone="unread" noun="unread" />
        <Badge count={120} tone="unread" noun="unread" />
        <Badge count={2} tone="new" noun="new" />
        <Badge count={8} tone="low" noun="credits" />
        <Badge count={0} tone="none" noun="credits" />
        <Label tone="online">Online now</Label>
        <Label tone="new">New</Label>
        <Label tone="fiction">Fictional profile</Label>
        <Label tone="tint">Members only</Label>
        <Logo name="Hearthside" />
        <Avatar src={marijke} />
        <Avatar src={null} size="large" />
        <Avatar src={marijke} fictional size="small" />
      </div>
      <Chips label="Interests">
        <Chip icon={BookOpen}>Reading</Chip>
        <Chip icon={Coffee} shared>
          Shared: coffee
        </Chip>
        <ChipToggle icon={Mountain} isSelected={false} onChange={nothing}>
          Hiking
        </ChipToggle>
        <ChipToggle icon={Music} isSelected onChange={nothing}>
          Music
        </ChipToggle>
        <ChipRemove onRemove={nothing}>55 to 70</ChipRemove>
      </Chips>
      <div className={styles.three}>
        <TextField label="Email address" help="Others can’t see it." defaultValue="ruth@example.org" />
        <TextField
          label="Email address"
          help="Others can’t see it."
          defaultValue="ruth@example"
          error="This address is missing its ending, such as .org"
        />
        <Select label="Province" help="Or region" choices={[{ value: 'UT', text: 'Utrecht' }]} />
        <TextArea label="In your own words" defaultValue="Retired music teacher." maxLength={1000} rows={3} />
        <DateField label="Date of birth" help="Others only see your age." value={born} onChange={setBorn} />
        <RangeSlider
          label={`Age: ${ages[0]} to ${ages[1]}`}
          thumbLabels={['Minimum age', 'Maximum age']}
          value={ages}
          min={18}
          max={99}
          onChange={setAges}
        />
        <RadioGroup
          label="Show me"
          defaultValue="men"
          choices={[
            { value: 'men', text: 'Men' },
            { value: 'women', text: 'Women', help: 'And everybody who says so.' },
          ]}
        />
        <Bundles />
        <RadioGroup
          label="Boxed"
          boxed
          defaultValue="a"
          choices={[
            { value: 'a', text: 'English' },
            { value: 'b', text: 'Deutsch' },
          ]}
        />
        <div>
          <Checkbox defaultSelected>Checkbox</Checkbox>
          <Checkbox help="Written by our team. You cannot meet them.">Fictional profiles</Checkbox>
          <Checkbox error="Please tick this to go on.">I agree</Checkbox>
          <Switch defaultSelected>Switch on</Switch>
          <Switch help="You can browse; no one sees you.">Turn off</Switch>
        </div>
      </div>
      <div className={styles.alerts}>
        <Alert lead="Note.">Something worth knowing.</Alert>
        <Alert tone="ok" lead="Saved.">
          Your profile is up to date.
        </Alert>
        <Alert tone="warn" lead="Please check." action={<Button>Send again</Button>}>
          Your e-mail is not confirmed.
        </Alert>
        <Alert tone="danger" lead="Something went wrong.">
          Nothing was charged.
        </Alert>
        <Alert tone="fiction" lead="This is a fictional profile." />
        <Alert tone="lamp" lead="Ends at 18:42." onDismiss={nothing} action={<Button>See bundles</Button>}>
          Time-bound notice.
        </Alert>
        <Alert tone="safety" lead="Take care.">
          This message asks for money.
        </Alert>
        <ErrorSummary
          title="One thing needs a change:"
          problems={[{ field: 'x', message: 'Enter your email address.' }]}
        />
      </div>
      <Segmented
        label="Text size"
        value={size}
        onChange={setSize}
        choices={[
          { value: '100', text: '100 %' },
          { value: '120', text: '120 %' },
          { value: '140', text: '140 %' },
        ]}
      />
      <h2>People</h2>
      <div className="grid-people">
        <PersonCard name="Henk" age={65} place="Zwolle" href="/" picture={marijke} isOnline onLike={nothing} />
        <PersonCard
          name="Jean-Baptiste"
          age={55}
          place="Wijk bij Duurstede"
          href="/"
          picture={null}
          isNew
          liked
          onLike={nothing}
        />
        <PersonCard
          name="Bengt"
          age={69}
          place="Written by our team"
          href="/"
          picture={marijke}
          fictional="Fictional profile"
          onLike={nothing}
        />
        <PersonCard
          name="Wilhelm"
          age={68}
          place="Zeist"
          href="/"
          picture={marijke}
          locked="Unlock with any bundle"
          onLike={nothing}
        />
      </div>
      <LoadMore list={{ isFetchingNextPage: false, fetchNextPage: nothing }} shown={9} total={128} pageSize={24} />
      <Panel>
        <h2>Facts</h2>
        <Facts
          facts={[
            { icon: HeartHandshake, term: 'Status', value: 'Widowed' },
            { icon: Eye, term: 'Eyes', value: 'Blue', note: 'In daylight.' },
          ]}
        />
      </Panel>
      <Panel flat>
        <EmptyState title="No likes yet" actions={<Button variant="primary">Finish my profile</Button>}>
          Profiles with a photo and 3 interests are found more often.
        </EmptyState>
      </Panel>
      <Steps names={['The basics', 'A photo', 'Where you live', 'About you']} current={2} />
      <Skeleton shape="line" count={2} />
      <Modal title="Delete this conversation?" isOpen={asks} onClose={() => setAsks(false)}>
        <p>It goes from your list. Henk keeps his side of it.</p>
        <ModalAnswers>
          <Button variant="danger" wide>
            Delete it
          </Button>
          <Button wide onPress={() => setAsks(false)}>
            Keep it
          </Button>
        </ModalAnswers>
      </Modal>
      <Toaster />
    </main>
  );
}

await startI18n('en');
const router = createMemoryRouter([{ path: '*', Component: Sheet }]);
createRoot(document.getElementById('root') ?? document.body).render(
  <Providers client={createQueryClient()}>
    <UiProvider locale="en-GB">
      <RouterProvider router={router} />
    </UiProvider>
  </Providers>,
);

function Bundles() {
  const [chosen, setChosen] = useState<string | null>('b');
  const banks = ['North Bank', 'Harbour Bank'].map((name) => ({ value: name, content: name }));
  return (
    <RadioCards
      label="Radio cards"
      error="Choose your bank."
      value={chosen}
      onChange={setChosen}
      cards={[
        { value: 'a', content: '10 messages', aside: '€9.99' },
        {
          value: 'b',
          content: 'At your bank',
          more: <RadioCards label="Your bank" isGrid value={null} onChange={() => undefined} cards={banks} />,
        },
      ]}
    />
  );
}
