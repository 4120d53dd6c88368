from importlib.metadata import version

VERSION = version("assay-client")
