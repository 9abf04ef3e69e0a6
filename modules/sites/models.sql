-- Every version of a page is kept unchanged.
CREATE FUNCTION sites.refuse_change_of_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'versions of pages are never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER page_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON sites.page
    FOR EACH STATEMENT EXECUTE FUNCTION sites.refuse_change_of_page();
