"""What both clients share: requests, retries, errors, pages. It sends nothing and never waits."""
