-- The rows of the data set, the same for each :rows. The functions that are not SQLite's are
-- in data.go. What they choose for row i depends on i and on the last argument, which says
-- what for.

-- The limits that would refuse the load go, and the policy gets a fixed id.
UPDATE _params SET value = json_set(value, '$.rateLimits.enabled', json('false')) WHERE id = 'settings';
UPDATE site SET quotaMegabytes = 0;
UPDATE policies SET id = :policy;

CREATE TEMP TABLE numbers AS
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT max(:rows * 34 / 10, :students, :tutors, :admins))
SELECT i FROM n;

CREATE TEMP TABLE people AS
SELECT 'n' AS letter, 'admin' AS role, i, :admins AS count FROM numbers WHERE i < :admins
UNION ALL SELECT 't', 'tutor', i, :tutors FROM numbers WHERE i < :tutors
UNION ALL SELECT 's', 'student', i, :students FROM numbers WHERE i < :students;

-- "Few" rows are about 20, spread evenly.
WITH named AS (
	SELECT *, printf('%s%014d', letter, i) AS id, moment(i, count) AS created,
		pick('first names', i, role) AS first,
		iif(role = 'student' AND few(i, count), 'Wexford', pick('last names', i, role)) AS last
	FROM people
)
INSERT INTO users (id, email, name, firstName, lastName, password, tokenKey, verified, role, status, specialization, experience, country, listed, created, updated)
SELECT id, printf('person%05d@%ss.example', i, role), first || ' ' || last, first, last, :hash, 'token-key-of-the-measured-data-' || id, TRUE, role,
	iif(role = 'student' AND i % 50 = 49, 'inactive', 'active'), iif(role = 'tutor', pick('subjects', i, ''), ''), iif(role = 'tutor', 'Expert', ''),
	'Australia', role = 'tutor' AND i % 3 = 0, created, created
FROM named;

-- The student whose list is measured owns 200 rows. One row in 50 is due in the future,
-- whatever the day of the measurement. One in 100 was deleted after its tutor had earned
-- from it.
CREATE TEMP TABLE work AS
WITH drawn AS (
	SELECT i, moment(i, :rows) AS created, number(100, i, 'status') AS luck, min(200, :rows / 5) AS owned,
		CASE WHEN number(5, i, 'has a tutor') < 3 THEN printf('t%014d', number(:tutors, i, 'tutor')) ELSE '' END AS tutor
	FROM numbers WHERE i < :rows
), placed AS (
	SELECT *, i % (:rows / owned) = 0 AND i / (:rows / owned) < owned AS isOwned,
		CASE WHEN i % 1000 = 100 THEN 'revision' WHEN luck < 50 THEN 'graded' WHEN luck < 75 THEN 'completed'
		WHEN luck < 87 THEN 'in_progress' WHEN luck < 96 THEN 'submitted' ELSE 'pending' END AS status
	FROM drawn
), decided AS (
	SELECT *, status IN ('graded', 'completed') AS isDone,
		i % 100 = 9 AND tutor <> '' AND NOT isOwned AND status IN ('graded', 'completed') AS isDeleted
	FROM placed
)
SELECT *, printf('a%014d', i) AS id,
	CASE WHEN isDeleted THEN '' WHEN isOwned THEN printf('s%014d', 0) WHEN i % 20 = 7 THEN ''
	ELSE printf('s%014d', 1 + number(:students - 1, i, 'student')) END AS student
FROM decided;

INSERT INTO assignments (id, title, description, dueDate, subject, priority, status, student, guestEmail, tutor, grade, feedback, type, priceCents,
	deliveredAt, acceptedAt, deletedAt, policy, created, updated)
SELECT id,
	CASE WHEN isDeleted THEN '' WHEN few(i, :rows) THEN 'Zephyr and ' || pick('words', i, 'title')
	ELSE iif(i % 3 = 0, 'Report on ', 'Essay on ') || pick('words', i, 'title') || ' and ' || pick('words', i, 'end') END,
	iif(isDeleted, '', prose(2000, i)),
	iif(i % 50 = 1, '2099-12-31 12:00:00.000Z', later(created, 5 + number(15, i, 'due'))),
	pick('subjects', i, 'subject'),
	CASE WHEN number(100, i, 'priority') < 55 THEN 'Medium' WHEN number(100, i, 'priority') < 80 THEN 'Low' ELSE 'High' END,
	status, student, iif(i % 20 = 7 AND student = '' AND NOT isDeleted, printf('guest%06d@guests.example', i), ''), tutor,
	iif(status = 'graded' AND NOT isDeleted, substr('ABC', 1 + number(3, i, 'grade'), 1), ''), iif(status = 'graded' AND NOT isDeleted, prose(200, i), ''),
	'Essay', 5000 + i % 200 * 50,
	iif(isDone, later(created, 10), ''), iif(isDone, later(created, 10), ''), -- or else the server would accept it within a minute
	iif(isDeleted, later(created, 20), ''), :policy, created, later(created, 1)
FROM work ORDER BY i;

INSERT INTO reviews (id, assignment, student, tutor, rating, comment, created, updated)
SELECT printf('r%014d', i), id, student, tutor, 1 + number(5, i, 'rating'), 'Clear and on time.', later(created, 10), later(created, 10)
FROM work WHERE isDone AND tutor <> '' AND student <> '' AND i % 10 = 3;

-- Between three and four for each assignment, the first by whoever submitted it and the
-- others by admins, half of them by one admin.
WITH entries AS (
	SELECT n.i, w.id AS about, w.student, moment(n.i, :rows * 34 / 10) AS created,
		row_number() OVER (PARTITION BY w.i ORDER BY n.i) AS nth
	FROM numbers n JOIN work w ON w.i = n.i * :rows / (:rows * 34 / 10)
	WHERE n.i < :rows * 34 / 10
)
INSERT INTO activities (id, user, actor, assignment, kind, title, via, created, updated)
SELECT printf('c%014d', i), student,
	CASE WHEN nth = 1 THEN student WHEN number(2, i, 'busy') = 0 THEN printf('n%014d', 1)
	ELSE printf('n%014d', 2 + number(:admins - 2, i, 'admin')) END,
	about,
	CASE nth WHEN 1 THEN 'assignment.submitted' WHEN 2 THEN 'assignment.tutor' WHEN 3 THEN 'assignment.status' ELSE 'assignment.grade' END,
	CASE nth WHEN 1 THEN 'Handed in' WHEN 2 THEN 'Given to a tutor' WHEN 3 THEN 'Status changed to In progress' ELSE 'Grade or feedback updated' END,
	iif(nth = 1 AND student = '', 'guest', 'person'), created, created
FROM entries ORDER BY i;

INSERT INTO quotes (id, reference, email, phone, countryCode, service, subject, description, deadline, timeZone, pages, files, fileNames, status,
	amountCents, currency, termsVersion, student, created, updated)
SELECT printf('q%014d', n.i), printf('Q-%08d', n.i), printf('visitor%06d@visitors.example', n.i), '+61491570006', 'AU', 'essay-writing',
	iif(few(n.i, :rows / 2), 'Zephyr studies', pick('subjects', n.i, 'quote')), prose(300, n.i), later(moment(n.i, :rows / 2), 20),
	'Australia/Sydney', 1 + n.i % 30, '[]', '[]', pick('quote statuses', n.i, 'status'), 10000 + n.i % 100 * 100, 'AUD',
	'2024-07-01', iif(n.i % 10 = 0, w.student, ''), moment(n.i, :rows / 2), moment(n.i, :rows / 2)
FROM numbers n JOIN work w ON w.i = n.i * 2 WHERE n.i < :rows / 2 ORDER BY n.i;
