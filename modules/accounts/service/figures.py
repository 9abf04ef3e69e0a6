"""Counting what the dashboards show: accounts knows of which site and traffic source everybody is."""

from datetime import date

from sqlalchemy.orm import Session

from app.kernel import figures
from modules.accounts import queries


def count_figures(session: Session, *, day: date) -> None:
    """Count every figure of a day anew, of all sites; fictional profiles never count."""
    figures.count_day(session, day=day, people=queries.who_counts())
