import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Skeleton } from '@/ui/skeleton/skeleton';
import { answersQuery } from '../api/finder';
import { isQuestion } from '../model/questions';
import { FinderIntro } from './finder-intro';
import { FinderPeople } from './finder-people';
import { QuestionPage } from './question-page';

/** The match finder: what it is, one question after another, the people (spec 2.17). */
export function Finder() {
  const { part } = useParams();
  const { data: answers } = useQuery(answersQuery);
  if (!answers) return <Skeleton shape="block" />;
  if (isQuestion(part)) return <QuestionPage key={part} question={part} answers={answers} />;
  const showsPeople = part === 'people' || answers.open.length === 0;
  return showsPeople ? <FinderPeople answers={answers} /> : <FinderIntro answers={answers} />;
}
